/** Strings by key, as in labels, annotations and the data of Secrets. */
export type Texts = { readonly [key: string]: string }
