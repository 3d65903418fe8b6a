export const ok = (found) => ({ status: "ok", found });
export const warning = (found, fix) => ({ status: "warning", found, fix });
export const failed = (found, fix) => ({ status: "failed", found, fix });
