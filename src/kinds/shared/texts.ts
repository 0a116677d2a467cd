/** Text by key, as labels, annotations and the data of secrets are. */
export type Texts = { readonly [key: string]: string }
