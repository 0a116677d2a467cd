/** What a watch tells of itself in texts: which objects it is about, whose it is, and how far it has come. */
export const WATCH_TEXTS = [
  ...(['id', 'kind', 'apiVersion', 'namespace', 'name', 'labelSelector', 'fieldSelector'] as const),
  ...(['user', 'userAgent', 'resourceVersion'] as const),
]

export type WatchTexts = { readonly [name in (typeof WATCH_TEXTS)[number]]: string }

/** Returns only the texts of a watch. */
export const watchTextsOf = (watch: WatchTexts): WatchTexts =>
  Object.fromEntries(WATCH_TEXTS.map((name) => [name, watch[name]])) as WatchTexts // each of its members
