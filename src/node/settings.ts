import { code } from '../check/arguments.js'
import { clusterSettings } from '../load/settings.js'
import { flag, oneOf, text, whole } from '../check/shape.js'
import { type Table, listOf } from '../check/shapes.js'

const paths = listOf(text)

/** Where and how a cluster is served, besides what it is made with. */
const ownSettings = {
  port: whole(0, 65_535),
  host: text,
  fixtures: paths,
  crdFiles: paths,
  openapi: paths,
  scripts: paths,
  tls: flag,
  kubeconfig: text,
  log: oneOf(['off', 'requests', 'debug']),
  print: code('a function that takes a line', (value) => typeof value === 'function'),
} satisfies Table

/** What a served cluster is made with. */
export const startSettings: Table = { ...clusterSettings, ...ownSettings }

/** The options that are the cluster's own. */
export const clusterOptions = <T extends object>(options: T): Omit<T, keyof typeof ownSettings> =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(ownSettings, name))) as Omit<
    T,
    keyof typeof ownSettings
  > // as filtered
