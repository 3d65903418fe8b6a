/** A file that is written from the code, so that it cannot say something else. */
export type GeneratedDocument = { readonly path: string; readonly render: () => string };
