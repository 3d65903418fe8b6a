import { Credentials, SignIn, SignInLinkUse } from "@cadre/domain";
import { z } from "zod";
import { idParam, NoBody, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";
import { Me } from "./me.ts";

export const signInEndpoints = {
  create: defineEndpoint({
    id: "sign-ins.create",
    method: "POST",
    path: "/sign-in",
    summary: "Signs a person in with e-mail and password. The answer sets the cookie that later requests show.",
    access: "public",
    body: Credentials,
    response: Me,
    status: 200,
    faults: [
      { kind: "unauthenticated", code: "sign-in.wrong" },
      { kind: "forbidden", code: "sign-in.no-organization" },
      { kind: "forbidden", code: "request.foreign-origin" },
      { kind: "limit", code: "rate-limit.sign-in" },
    ],
    example: { email: "owner@example.com", password: "a long sentence is best" },
  }),
  end: defineEndpoint({
    id: "sign-ins.end",
    method: "POST",
    path: "/sign-out",
    summary: "Ends the sign-in of the cookie and takes the cookie away. Without one it does nothing.",
    access: "public",
    body: NoBody,
    response: z.undefined(),
    status: 204,
    faults: [{ kind: "forbidden", code: "request.foreign-origin" }],
    example: {},
  }),
  list: defineEndpoint({
    id: "sign-ins.list",
    method: "GET",
    path: "/sign-ins",
    summary: "Where you are signed in, the last used first.",
    access: "viewer",
    needsSignIn: true,
    response: pageOf(SignIn),
    status: 200,
  }),
  endOne: defineEndpoint({
    id: "sign-ins.end-one",
    method: "DELETE",
    path: "/sign-ins/:signInId",
    summary: "Ends one sign-in of yours. It is refused at once.",
    access: "viewer",
    needsSignIn: true,
    params: z.object({ signInId: idParam("signIn") }),
    response: SignIn,
    status: 200,
    faults: [{ kind: "not-found", code: "sign-in.not-found" }],
  }),
  endAll: defineEndpoint({
    id: "sign-ins.end-all",
    method: "POST",
    path: "/sign-out-everywhere",
    summary: "Ends every sign-in of yours, this one too. API keys stay: revoke them one by one.",
    access: "viewer",
    needsSignIn: true,
    body: NoBody,
    response: z.object({ endedSignIns: z.int() }),
    status: 200,
    example: {},
  }),
  useLink: defineEndpoint({
    id: "sign-in-links.use",
    method: "POST",
    path: "/sign-in-links/use",
    summary:
      "Chooses a new password with a sign-in link that an operator or an owner made, and signs in. Every other sign-in ends. Works once.",
    access: "public",
    body: SignInLinkUse,
    response: Me,
    status: 200,
    faults: [
      { kind: "forbidden", code: "sign-in-link.void" },
      { kind: "forbidden", code: "sign-in.no-organization" },
      { kind: "forbidden", code: "request.foreign-origin" },
      { kind: "limit", code: "rate-limit.sign-in" },
    ],
    example: { token: "cadl_…", password: "an even longer sentence" },
  }),
};
