import { type AdmissionPluginName, pluginNames, whyNotEnabled } from '../../server/admission/plugin-names.js'
import { type AuthorizationMode, authorizationModes } from '../../server/access/choice.js'
import { clusterOptions } from '../../cluster/options.js'
import { goQuote } from '../../base/go/printable.js'
import { nearest } from '../../base/text/nearest.js'
import { type FeatureGates, featureGateNames } from '../../model/registry/feature-gates.js'
import { kubernetesVersions, newestVersion } from '../../model/registry/kubernetes-version.js'
import { RELEASE_VARIABLE, readRelease } from '../../model/registry/releases.js'
import { type Shape, duration } from '../../base/check/shape.js'
import { parseDuration } from '../../base/time/time.js'
import type { Flag } from './command.js'
import { UsageError } from './usage-error.js'

/** Converts the values of a flag. */
type Read<T> = NonNullable<Flag<T>['read']>

/** Any text. */
export const text: Read<string> = ([value = '']) => value

/** A list of texts. */
export const list: Read<readonly string[]> = (values) => values

/** One of the words that an option accepts. */
export function choice<W extends string>({ schema }: Shape<W>) {
  const words = schema['enum'] as readonly W[] // as `oneOf` makes it
  const read: Read<W> = ([word = ''], flag) => {
    const known = words.find((each) => each === word)
    if (known === undefined)
      throw new UsageError(`${flag} takes ${either(words)}, not "${word}".${suggest(word, words)}`)
    return known
  }
  return { value: words.join('|'), read }
}

/** An integer in the range that an option accepts. */
export function number({ schema }: Shape<number>) {
  // As `whole` makes it.
  const { minimum: low = Number.MIN_SAFE_INTEGER, maximum: high = Number.MAX_SAFE_INTEGER } = schema as Range
  const read: Read<number> = ([text = ''], flag) => {
    const value = Number(text)
    if (!/^-?\d+$/.test(text) || value < low || value > high)
      throw new UsageError(`${flag} takes a whole number${rangeOf(low, high)}, not "${text}".`)
    return value
  }
  return { value: 'N', read }
}

type Range = { readonly minimum?: number; readonly maximum?: number }

function rangeOf(low: number, high: number): string {
  if (high < Number.MAX_SAFE_INTEGER) return ` from ${low} to ${high}`
  return low > Number.MIN_SAFE_INTEGER ? ` of at least ${low}` : ''
}

/** Authorization modes, in the words of kube-apiserver: `Node,RBAC`. */
export const modes: Read<readonly AuthorizationMode[]> = (values, flag) =>
  parts(values).map((word) => {
    const known = authorizationModes.find((mode) => mode === word)
    if (known) return known
    const why = UNREAD_MODES.includes(word)
      ? `asks what is outside of this server, which it does not`
      : `is no mode.${suggest(word, authorizationModes)}`
    throw new UsageError(`${flag} takes ${either(authorizationModes)}; "${word}" ${why}`)
  })

const UNREAD_MODES = ['Webhook', 'ABAC']

/** Feature gates: `A=true,B=false`. */
export const gates: Read<Partial<FeatureGates>> = (values) => {
  const given: { -readonly [gate in keyof FeatureGates]?: boolean } = {}
  for (const pair of parts(values)) {
    const [, gate = '', state = ''] = /^([^=]*)=?(.*)$/.exec(pair) ?? []
    if (!isGate(gate))
      throw new UsageError(
        `There is no feature gate "${gate}".${suggest(gate, featureGateNames) || ` There are ${featureGateNames.join(', ')}.`}`,
      )
    if (state !== 'true' && state !== 'false')
      throw new UsageError(
        `The feature gate ${gate} takes true or false, not "${state}": --feature-gates ${gate}=true.`,
      )
    given[gate] = state === 'true'
  }
  return given
}

const YES = ['1', 't', 'T', 'TRUE', 'true', 'True']
const NO = ['0', 'f', 'F', 'FALSE', 'false', 'False']

/** Built-in APIs to serve or not, in the words of kube-apiserver: `api/beta=true,batch/v1=false`. */
export const runtimeConfig: Read<{ readonly [api: string]: boolean }> = (values) => {
  const given: { [api: string]: boolean } = {}
  for (const pair of parts(values)) {
    const [, api = '', state = ''] = /^([^=]*)=?(.*)$/.exec(pair) ?? []
    const isMany = /^api\/(all|ga|beta|alpha)$/.test(api)
    const isKnown = isMany ? state === 'true' || state === 'false' : state === '' || [...YES, ...NO].includes(state)
    if (!isKnown)
      throw new UsageError(
        isMany
          ? `invalid value ${api}=${state}`
          : `invalid value of ${api}: ${state}, err: strconv.ParseBool: parsing ${goQuote(state)}: invalid syntax`,
      )
    given[api] = !NO.includes(state)
  }
  return given
}

/** URLs of what stands behind Services: `shop/hooks=https://127.0.0.1:9443`. */
export const services: Read<{ readonly [name: string]: string }> = (values, flag) =>
  Object.fromEntries(
    values.map((pair) => {
      const equals = pair.indexOf('=')
      const [service, url] = [pair.slice(0, Math.max(equals, 0)), pair.slice(equals + 1)]
      if (clusterOptions.services.check({ [service]: url }, []).length > 0)
        throw new UsageError(
          `${flag} takes a Service and a URL without a path, such as shop/hooks=https://127.0.0.1:9443 or shop/hooks:8443=…, not "${pair}".`,
        )
      return [service, url]
    }),
  )

/** Names of admission plug-ins. */
export const plugins: Read<readonly AdmissionPluginName[]> = (values) =>
  parts(values).map((name) => {
    const known = pluginNames.find((each) => each === name)
    if (known === undefined)
      throw new UsageError(
        `There is no admission plug-in "${name}".${suggest(name, pluginNames) || ` There are ${pluginNames.join(', ')}.`}`,
      )
    return known
  })

/** A version of Kubernetes, or a release of it. */
export const release: Read<string> = ([text = ''], flag) => {
  if (readRelease(text)) return text
  throw new UsageError(`${flag} takes ${either(kubernetesVersions)}, or one of these with a patch, not "${text}".`)
}

/** What a flag of a release says of its default. */
export const releaseDefault = `default that of ${RELEASE_VARIABLE}, else ${newestVersion}`

/** Several of them, each once: `1.33,1.37`. */
export const releases: Read<readonly string[]> = (values, flag) => [
  ...new Set(parts(values).map((each) => release([each], flag))),
]

/** Names of admission plug-ins that can be enabled. */
export const enabledPlugins: Read<readonly AdmissionPluginName[]> = (values, flag) =>
  plugins(values, flag).map((name) => {
    const why = whyNotEnabled(name)
    if (why !== undefined) throw new UsageError(`${flag}: ${why}.`)
    return name
  })

/** A flag that takes a duration, in milliseconds. */
export const time = (help: string) => ({
  value: 'DURATION',
  help,
  read([text = '']: readonly string[], flag: string) {
    const [problem] = duration.check(text, [])
    const parsed = parseDuration(text)
    if (problem || parsed.error !== undefined) throw new UsageError(`${flag}: ${problem?.text ?? parsed.error ?? ''}`)
    return parsed.ms
  },
})

const UNITS = { '': 1, Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 }

/** A size such as `64Mi`, in bytes. */
export const size: Read<number> = ([text = ''], flag) => {
  const [, number, unit] = /^([1-9]\d{0,9})(Ki|Mi|Gi|)$/.exec(text) ?? []
  if (number === undefined)
    throw new UsageError(`${flag} takes a number of bytes, or a size such as 200Mi, not "${text}".`)
  // The regular expression allows no other units.
  return Number(number) * UNITS[unit as keyof typeof UNITS]
}

/** Returns the parts of lists that are written with commas. */
export const parts = (values: readonly string[]): readonly string[] =>
  values.flatMap((value) => value.split(',')).filter(Boolean)

const either = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : `only ${words[0]}`

function suggest(word: string, words: readonly string[]): string {
  const close = nearest(word, words)
  return close ? ` Did you mean ${close}?` : ''
}

const isGate = (gate: string): gate is keyof FeatureGates => featureGateNames.some((name) => name === gate)
