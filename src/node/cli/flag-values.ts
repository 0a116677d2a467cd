import { type AdmissionPluginName, pluginNames } from '../../server/admission/plugin-names.js'
import { goQuote } from '../../base/go/printable.js'
import { nearest } from '../../base/text/nearest.js'
import { type FeatureGates, defaultFeatureGates } from '../../model/registry/feature-gates.js'
import type { StartOptions } from '../start.js'

/** Converts the values of a flag to options; returns a string if they are wrong. */
export type Read = (values: readonly string[], flag: string) => StartOptions | string

/** Accepts any text. */
export const one =
  (name: keyof StartOptions): Read =>
  ([value]) => ({ [name]: value })

/** Accepts one of some words. */
export const oneOf =
  <const W extends string>(words: readonly W[], options: (word: W) => StartOptions): Read =>
  ([word = ''], flag) => {
    const known = words.find((each) => each === word)
    return known === undefined
      ? `--${flag} takes ${either(words)}, not "${word}".${suggest(word, words)}`
      : options(known)
  }

/** Accepts an integer in a range, which `said` describes. */
export const whole =
  (low: number, high: number, said: string, options: (value: number) => StartOptions): Read =>
  ([text = ''], flag) => {
    const value = Number(text)
    return /^-?\d+$/.test(text) && value >= low && value <= high
      ? options(value)
      : `--${flag} takes a whole number${said}, not "${text}".`
  }

/** Parses feature gates: `A=true,B=false`. */
export function readGates(values: readonly string[]): StartOptions | string {
  const featureGates: { -readonly [gate in keyof FeatureGates]?: boolean } = {}
  for (const pair of values.flatMap((value) => value.split(',')).filter(Boolean)) {
    const [, gate = '', state = ''] = /^([^=]*)=?(.*)$/.exec(pair) ?? []
    if (!isGate(gate))
      return `There is no feature gate "${gate}".${suggest(gate, Object.keys(defaultFeatureGates)) || ` There are ${Object.keys(defaultFeatureGates).join(', ')}.`}`
    if (state !== 'true' && state !== 'false')
      return `The feature gate ${gate} takes true or false, not "${state}": --feature-gates ${gate}=true.`
    featureGates[gate] = state === 'true'
  }
  return { featureGates }
}

const YES = ['1', 't', 'T', 'TRUE', 'true', 'True']
const NO = ['0', 'f', 'F', 'FALSE', 'false', 'False']

/** Parses built-in APIs to serve or not, in the words of kube-apiserver: `api/beta=true,batch/v1=false`. */
export function readRuntimeConfig(values: readonly string[]): StartOptions | string {
  const runtimeConfig: { [api: string]: boolean } = {}
  for (const pair of values.flatMap((value) => value.split(',')).filter(Boolean)) {
    const [, api = '', state = ''] = /^([^=]*)=?(.*)$/.exec(pair) ?? []
    const isMany = /^api\/(all|ga|beta|alpha)$/.test(api)
    const isKnown = isMany ? state === 'true' || state === 'false' : state === '' || [...YES, ...NO].includes(state)
    if (!isKnown)
      return isMany
        ? `invalid value ${api}=${state}`
        : `invalid value of ${api}: ${state}, err: strconv.ParseBool: parsing ${goQuote(state)}: invalid syntax`
    runtimeConfig[api] = !NO.includes(state)
  }
  return { runtimeConfig }
}

/** Parses names of admission plug-ins. */
export function readPlugins(values: readonly string[]): StartOptions | string {
  const names: AdmissionPluginName[] = []
  for (const name of values.flatMap((value) => value.split(',')).filter(Boolean)) {
    const known = pluginNames.find((each) => each === name)
    if (known === undefined)
      return `There is no admission plug-in "${name}".${suggest(name, pluginNames) || ` There are ${pluginNames.join(', ')}.`}`
    names.push(known)
  }
  return { disableAdmissionPlugins: names }
}

const UNITS = { '': 1, Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 }

/** Parses a size such as `64Mi` to bytes; undefined if it is malformed. */
function bytesOf(size: string): number | undefined {
  const [, number, unit] = /^([1-9]\d{0,9})(Ki|Mi|Gi|)$/.exec(size) ?? []
  // The regular expression allows no other units.
  return number === undefined ? undefined : Number(number) * UNITS[unit as keyof typeof UNITS]
}

/** Accepts a size such as `64Mi`. */
export const sized =
  (flag: string, make: (bytes: number) => StartOptions): Read =>
  ([size = '']) => {
    const bytes = bytesOf(size)
    return bytes === undefined
      ? `--${flag} takes a number of bytes, or a size such as 200Mi, not "${size}".`
      : make(bytes)
  }

const either = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : `only ${words[0]}`

function suggest(word: string, words: readonly string[]): string {
  const close = nearest(word, words)
  return close ? ` Did you mean ${close}?` : ''
}

const isGate = (gate: string): gate is keyof FeatureGates => Object.hasOwn(defaultFeatureGates, gate)
