/** Where time comes from. Domain, core, harness and engine never call `Date.now`. */
export type Now = () => Date;

export const systemNow: Now = () => new Date();
