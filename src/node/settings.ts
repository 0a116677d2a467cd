import { inputOrPath } from '../base/input/input.js'
import { code } from '../base/check/arguments.js'
import { populateShape } from '../cluster/populate/options.js'
import { clusterSettings } from '../cluster/load/settings.js'
import { type Shape, flag, must, oneOf, text, whole } from '../base/check/shape.js'
import { type MemberShapes, listOf } from '../base/check/shapes.js'

const ORIGIN = /^(\*|https?:\/\/[^/?#\s@]+)$/i

/** Tells whether a value is an origin as browsers send it, or `*`. */
export const isOrigin = (value: unknown): value is string => typeof value === 'string' && ORIGIN.test(value)

const origin: Shape = {
  check: (value, path) =>
    isOrigin(value) ? [] : must(path, 'an origin such as "https://app.example.com", without a path, or "*"', value),
  schema: { type: 'string' },
}

/** The options of serving. */
export const serveSettings = {
  port: whole(0, 65_535),
  host: text,
  cors: listOf(origin),
  tls: flag,
  kubeconfig: text,
  log: oneOf(['off', 'requests', 'debug']),
  print: code('a function that takes a line', (value) => typeof value === 'function'),
} satisfies MemberShapes

/** The options that are not those of the cluster itself. */
const ownSettings = {
  ...serveSettings,
  populate: populateShape,
} satisfies MemberShapes

/** All options of `startCluster`. */
export const startSettings: MemberShapes = {
  ...clusterSettings,
  crds: inputOrPath,
  fixtures: inputOrPath,
  scripts: inputOrPath,
  openapi: inputOrPath,
  ...ownSettings,
}

/** Returns the options of the cluster itself. */
export const clusterOptions = <T extends object>(options: T): Omit<T, keyof typeof ownSettings> =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(ownSettings, name))) as Omit<
    T,
    keyof typeof ownSettings
  > // as filtered

/** Returns the options of serving. */
export const serveOptions = <T extends object>(options: T): Pick<T, keyof T & keyof typeof serveSettings> =>
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(serveSettings, name))) as Pick<
    T,
    keyof T & keyof typeof serveSettings
  > // as filtered
