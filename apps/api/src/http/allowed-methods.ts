import type { Endpoint, HttpMethod } from "@cadre/contracts";

type Route = { readonly pattern: RegExp; readonly method: HttpMethod };

/** Tells which methods an address answers to; none where there is nothing. `HEAD` goes with `GET`. */
export type AllowedMethods = (path: string) => readonly string[];

/** Built once from the contracts and the pages beside them. */
export function allowedMethods(endpoints: readonly Endpoint[], pages: readonly string[]): AllowedMethods {
  const routes: readonly Route[] = [
    ...endpoints.map(({ path, method }) => ({ pattern: patternOf(`/api/v1${path}`), method })),
    ...pages.map((path) => ({ pattern: patternOf(path), method: "GET" as const })),
  ];
  return (path) => {
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(
    `^${path
      .replaceAll(/[.]/g, "\\.")
      .replaceAll(/:\w+/g, "[^/]+")
      .replaceAll(/\{\*\w+\}/g, ".+")}$`,
  );
}
