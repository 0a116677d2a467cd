/** A template of pods that a selector of `app: web` finds. */
export const template = (spec: object = {}, metadata: object = {}) => ({
  metadata: { labels: { app: 'web' }, ...metadata },
  spec: { containers: [{ name: 'web', image: 'example.io/web:1' }], ...spec },
})

/** A selector of those pods. */
export const selector = { matchLabels: { app: 'web' } }
