/** A pod template that the selector `app: web` matches. */
export const template = (spec: object = {}, metadata: object = {}) => ({
  metadata: { labels: { app: 'web' }, ...metadata },
  spec: { containers: [{ name: 'web', image: 'example.io/web:1' }], ...spec },
})

/** A selector that matches the pods of the template. */
export const selector = { matchLabels: { app: 'web' } }
