import {
  type Issue,
  aggregateText,
  duplicate,
  forbidden,
  invalid,
  issueText,
  notSupported,
  required,
} from '../../../base/errors/issue.js'
import { messageOf } from '../../../base/errors/status.js'
import { worded } from '../../../base/errors/wording.js'
import { GoText } from '../../../base/go/printable.js'
import { type Input, type Source, isSource } from '../../../base/input/input.js'
import { LoadError } from '../../../base/input/load-error.js'
import { encodeJson } from '../../../base/json/json.js'
import { dns1123Label, dns1123Subdomain } from '../../../base/rules/names.js'
import { loadRules } from '../../../kinds/admissionregistration/rules.js'
import { validateToleration } from '../../../kinds/shared/tolerations.js'
import { type KubernetesVersion, atLeast, wordingOf } from '../../../model/registry/kubernetes-version.js'
import type { AdmissionFiles, ConfigurationSource, PluginConfiguration } from '../configuration.js'
import type { CredentialsFor } from '../../../model/registry/webhook.js'
import { LEVELS, levelFault, minorOf, versionFault } from '../pod-security/policy.js'
import type { Level, LevelVersion } from '../pod-security/types.js'
import {
  type ConfigurationDocument,
  MANIFESTS_SINCE,
  Misconfigured,
  admissionConfigurations,
  decodeConfiguration,
  documentOf,
  embedded,
  eventLimitConfigurations,
  ofPlugin,
  podSecurityConfigurations,
  policyConfigurations,
  quotaConfigurations,
  tolerationConfigurations,
  typeOfDocument,
  webhookConfigurations,
} from './decode.js'
import { type LiveManifests, watchedManifests } from './manifests.js'
import { readCredentials } from './webhook-credentials.js'

type Entry = { readonly name?: string; readonly path?: string; readonly configuration?: unknown }

/** What one plug-in reads of its document; undefined if it is given none. */
type Read = (document: ConfigurationDocument | undefined, source: ConfigurationSource) => Partial<PluginConfiguration>

/**
 * Reads the configuration of plug-ins and the files that it names, with the messages of kube-apiserver
 * (apiserver/pkg/admission: ReadAdmissionConfiguration).
 *
 * @throws LoadError for what a server would not start with
 */
export async function readConfiguration(
  given: Input | undefined,
  source: ConfigurationSource,
  unconfigured: PluginConfiguration,
): Promise<PluginConfiguration> {
  const main = given === undefined ? { name: OPTION } : sourceOf(given)
  const { version } = source.profile
  try {
    const entries = 'text' in main ? entriesOf(main.text, version) : []
    let read = unconfigured
    const live: LiveManifests[] = []
    const credentials = new Map<string, CredentialsFor>()
    for (const plugin of source.plugins) {
      const entry = entries.find(({ name }) => name === plugin)
      const document = entry && documentIn(entry, plugin, main.name, source)
      read = { ...read, ...making(plugin, source, () => READERS[plugin]?.(document, source)) }
      const { kubeConfigFile, staticManifestsDir } =
        making(plugin, source, () => document && pathsIn(plugin, document, source)) ?? {}
      if (kubeConfigFile)
        credentials.set(
          plugin,
          making(plugin, source, () => credentialsIn(kubeConfigFile, source)),
        )
      if (staticManifestsDir) {
        await loadRules()
        live.push(making(plugin, source, () => watchedManifests(plugin, staticManifestsDir, source)))
      }
    }
    const manifests = (table: string) => live.find((one) => one.has(table))?.list(table) ?? read.manifests(table)
    return { ...read, credentials, manifests }
  } catch (error) {
    throw error instanceof Misconfigured ? new LoadError([{ source: main.name, message: error.message }]) : error
  }
}

const OPTION = 'admissionConfiguration'

function sourceOf(given: Input): Source {
  const all: readonly (string | object)[] = Array.isArray(given) ? given : [given]
  const [one = ''] = all
  if (all.length !== 1) throw new LoadError([{ source: OPTION, message: `one is taken, not ${all.length}` }])
  if (typeof one === 'string') return { name: OPTION, text: one }
  return isSource(one) ? one : { name: OPTION, text: encodeJson(one) }
}

function entriesOf(text: string, version: KubernetesVersion): readonly Entry[] {
  try {
    const { plugins = [] } = decodeConfiguration<{ readonly plugins?: readonly Entry[] }>(
      documentOf(text),
      admissionConfigurations,
      version,
    )
    return plugins
  } catch (error) {
    throw error instanceof Misconfigured ? new Misconfigured(`failed to read plugin config: ${error.message}`) : error
  }
}

/** Does a part of making a plug-in, in the words of the version. */
function making<T>(plugin: string, { profile }: ConfigurationSource, make: () => T): T {
  try {
    return worded(wordingOf(profile.version), make)
  } catch (error) {
    throw error instanceof Misconfigured ? ofPlugin(plugin, error) : error
  }
}

/** Returns the document of a plug-in: in the configuration, or in the file that it names. */
function documentIn(
  { path = '', configuration }: Entry,
  plugin: string,
  beside: string,
  source: ConfigurationSource,
): ConfigurationDocument | undefined {
  if (configuration !== undefined && configuration !== null) return embedded(configuration)
  if (path === '') return undefined
  let text: string
  try {
    text = neededFiles(source.files, path).read(path, beside)
  } catch (error) {
    throw new Misconfigured(`Couldn't open admission plugin configuration ${path}: ${messageOf(error)}`)
  }
  return making(plugin, source, () => documentOf(text))
}

/** @throws Misconfigured where no files are read */
function neededFiles(files: ConfigurationSource['files'], path: string): AdmissionFiles {
  const found = files()
  if (!found)
    throw new Misconfigured(`${path}: files are read in Node.js only, with \`import 'fakecluster/node'\` once`)
  return found
}

/** Fails if there are issues. */
function mustBeValid(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new Misconfigured(aggregateText(issues.map(issueText)))
}

const READERS: { readonly [plugin: string]: Read | undefined } = {
  PodSecurity: (document, { profile: { version } }) =>
    document ? { podSecurity: podSecurityIn(document, version) } : {},
  ResourceQuota(document, { profile: { version } }) {
    if (!document) return {}
    type Quota = Pick<Partial<PluginConfiguration>, 'limitedResources'>
    const { limitedResources = [] } = decodeConfiguration<Quota>(document, quotaConfigurations, version)
    mustBeValid(
      limitedResources.flatMap(({ resource = '' }, i) =>
        resource === '' ? [required(`limitedResources[${i}].resource`)] : [],
      ),
    )
    return { limitedResources }
  },
  EventRateLimit(document, { profile: { version } }) {
    type Limits = { readonly limits?: PluginConfiguration['eventLimits'] }
    const { limits } = document ? decodeConfiguration<Limits>(document, eventLimitConfigurations, version) : {}
    mustBeValid([...limitIssues(limits ?? [])])
    return { eventLimits: limits ?? [] }
  },
  PodTolerationRestriction(document, { profile: { version } }) {
    if (!document) return {}
    type Tolerations = PluginConfiguration['tolerations']
    const tolerations = decodeConfiguration<Tolerations>(document, tolerationConfigurations, version)
    const issues = (['default', 'whitelist'] as const).flatMap((which) =>
      (tolerations[which] ?? []).flatMap((one, i) =>
        validateToleration(one, `podtolerationrestriction.${which}[${i}]`),
      ),
    )
    if (issues.length > 0) throw new Misconfigured(`invalid config: [${issues.map(issueText).join(' ')}]`)
    return { tolerations }
  },
}

const LIMIT_TYPES = ['Namespace', 'Server', 'SourceAndObject', 'User']

function* limitIssues(limits: PluginConfiguration['eventLimits']): Generator<Issue> {
  if (limits.length === 0)
    yield invalid('limits', new GoText('[]eventratelimit.Limit(nil)', () => 'null'), 'must not be empty')
  for (const [i, { type = '', burst = 0, qps = 0, cacheSize = 0 }] of limits.entries()) {
    const at = `limits[${i}]`
    if (!LIMIT_TYPES.includes(type)) yield notSupported(`${at}.type`, type, LIMIT_TYPES)
    if (burst <= 0) yield invalid(`${at}.burst`, burst, 'must be positive')
    if (qps <= 0) yield invalid(`${at}.qps`, qps, 'must be positive')
    if (type !== 'Server' && cacheSize < 0) yield invalid(`${at}.cacheSize`, cacheSize, 'must not be negative')
  }
}

type Defaults = { readonly [member: string]: string | undefined }
type PodSecurity = {
  readonly defaults?: Defaults
  readonly exemptions?: PluginConfiguration['podSecurity']['exemptions']
}

function podSecurityIn(
  document: ConfigurationDocument,
  version: KubernetesVersion,
): PluginConfiguration['podSecurity'] {
  const { defaults = {}, exemptions = {} } = decodeConfiguration<PodSecurity>(
    document,
    podSecurityConfigurations,
    version,
  )
  mustBeRight(
    'configuration error',
    MODES.flatMap((mode) => [...levelFaults(defaults, mode)]),
  )
  mustBeRight('invalid', [...exemptionIssues(exemptions)].map(issueText))
  const read = (mode: string): LevelVersion => ({
    level: levelIn(defaults[mode] || 'privileged') ?? 'privileged',
    minor: minorOf(defaults[`${mode}-version`] || 'latest') ?? 'latest',
  })
  return { defaults: { enforce: read('enforce'), audit: read('audit'), warn: read('warn') }, exemptions }
}

const MODES = ['enforce', 'audit', 'warn']
const levelIn = (text: string): Level | undefined => LEVELS.find((level) => level === text)

function* levelFaults(defaults: Defaults, mode: string): Generator<string> {
  if (levelIn(defaults[mode] || 'privileged') === undefined) yield `${mode}: ${levelFault}`
  if (minorOf(defaults[`${mode}-version`] || 'latest') === undefined) yield `${mode}-version: ${versionFault}`
}

function mustBeRight(what: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new Misconfigured(`PodSecurity ${what}: ${aggregateText(faults)}`, 'initializing')
}

function* exemptionIssues({
  namespaces = [],
  runtimeClasses = [],
  usernames = [],
}: PluginConfiguration['podSecurity']['exemptions']): Generator<Issue> {
  yield* listIssues('namespaces', namespaces, (name) => dns1123Label(name).join(', '))
  yield* listIssues('runtimeClasses', runtimeClasses, (name) => dns1123Subdomain(name).join(', '))
  yield* listIssues('usernames', usernames, (name) => (name === '' ? 'username must not be empty' : ''))
}

function* listIssues(list: string, items: readonly string[], faultOf: (item: string) => string): Generator<Issue> {
  const seen = new Set<string>()
  for (const [i, item] of items.entries()) {
    const fault = faultOf(item)
    if (fault !== '') yield invalid(`exemptions.${list}[${i}]`, item, fault)
    else if (seen.has(item)) yield duplicate(`exemptions.${list}[${i}]`, item)
    else seen.add(item)
  }
}

/** The plug-ins that manifests are read for, and what configures them. */
const OF_WEBHOOKS = ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook']
const OF_POLICIES = ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy']

const credentialsIn = (path: string, { files }: ConfigurationSource) => readCredentials(path, neededFiles(files, path))

type Paths = { readonly kubeConfigFile?: string; readonly staticManifestsDir?: string }

/** Returns the files that the configuration of a plug-in names. */
function pathsIn(plugin: string, document: ConfigurationDocument, source: ConfigurationSource): Paths | undefined {
  const { version } = source.profile
  if (OF_WEBHOOKS.includes(plugin)) {
    const read = decodeConfiguration<Paths>(document, webhookConfigurations(version), version)
    const { kubeConfigFile = '', staticManifestsDir = '' } = read
    const mayBeEmpty = atLeast(version, MANIFESTS_SINCE)
    if (!kubeConfigFile.startsWith('/') && !(mayBeEmpty && kubeConfigFile === ''))
      mustBeValid([invalid('kubeConfigFile', kubeConfigFile, 'must be an absolute file path')])
    checkFolder(staticManifestsDir, source)
    return read
  }
  // Before manifests, policies were not configured, and what was said of them was not read.
  if (!OF_POLICIES.includes(plugin) || !atLeast(version, MANIFESTS_SINCE)) return undefined
  const { kind } = typeOfDocument(document)
  const read = decodeConfiguration<Paths>(document, policyConfigurations, version)
  if (kind !== `${plugin}Configuration`) throw new Misconfigured(`unexpected type: *policyconfig.${kind}`)
  checkFolder(read.staticManifestsDir ?? '', source)
  return read
}

/** @throws Misconfigured for a folder that is not read (apiserver/pkg/admission/plugin/manifest) */
function checkFolder(folder: string, { featureGates, files }: ConfigurationSource): void {
  if (folder === '') return
  const field = 'staticManifestsDir'
  if (!featureGates.ManifestBasedAdmissionControlConfig)
    mustBeValid([
      forbidden(field, `${field} requires the ManifestBasedAdmissionControlConfig feature gate to be enabled`),
    ])
  if (!folder.startsWith('/')) mustBeValid([invalid(field, folder, 'must be an absolute file path')])
  const fault = neededFiles(files, folder).whyNoFolder(folder)
  if (fault !== undefined) mustBeValid([invalid(field, folder, fault)])
}
