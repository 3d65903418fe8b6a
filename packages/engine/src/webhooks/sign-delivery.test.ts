import { expect, test } from "vitest";
import { secretText, signedHeaders } from "./sign-delivery.ts";

test("the signature is that of the specification's own example", () => {
  const parts = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(signedHeaders(parts, ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("a secret is its bytes in base64", () => {
  expect(secretText(Buffer.from("0123456789abcdef0123456789abcdef"))).toBe(
    "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
  );
});
