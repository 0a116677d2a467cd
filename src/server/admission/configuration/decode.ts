import { goQuote } from '../../../base/go/printable.js'
import { encodeJson } from '../../../base/json/json.js'
import { readYaml } from '../../../base/yaml/read.js'
import { yamlTextOf } from '../../../base/yaml/text.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import { statedType, typeProblem, unregistered } from '../../../model/registry/type-meta.js'
import { array, int32, int64, pointer, string, struct } from '../../../schema/builders.js'
import { type Decoded, DecodeError, decode } from '../../../schema/decode.js'
import type { Schema } from '../../../schema/types.js'

/** A configuration with which a server does not start; the message is the server's. */
export class Misconfigured extends Error {
  override readonly name = 'Misconfigured'
  /** What of a plug-in it ends. */
  readonly step: 'making' | 'initializing'
  constructor(message: string, step: 'making' | 'initializing' = 'making') {
    super(message)
    this.step = step
  }
}

/** A document, and the text that errors show of it. */
export type ConfigurationDocument = {
  readonly value: unknown
  readonly text: string
  /** The members that it has twice, a line each. */
  readonly duplicates: readonly string[]
}

/** Reads a text as a server does. @throws Misconfigured for what is no YAML */
export function documentOf(text: string): ConfigurationDocument {
  const read = readYaml(yamlTextOf(text))
  if (read.error !== undefined) throw new Misconfigured(read.error)
  const { value, duplicates } = read
  return { value, text, duplicates: duplicates.map(({ message }) => message) }
}

/** Makes the document that is within another. */
export const embedded = (value: unknown): ConfigurationDocument => ({ value, text: encodeJson(value), duplicates: [] })

/** The kinds that are taken in a place (runtime.Scheme). */
type ConfigurationScheme = {
  /** The schemas by `GROUP/VERSION/KIND`. */
  readonly kinds: { readonly [type: string]: Schema }
  /** Since when unknown members are errors; never without it. */
  readonly strictSince?: KubernetesVersion
}

/** Returns the kind and apiVersion that a document states. @throws Misconfigured if it does not, or not well */
export function typeOfDocument({ value, text }: ConfigurationDocument): {
  readonly kind: string
  readonly apiVersion: string
} {
  const problem = typeProblem(value)
  if (problem !== undefined) throw new Misconfigured(problem)
  const stated = statedType(value)
  if (!stated.kind) throw new Misconfigured(`Object 'Kind' is missing in '${text}'`)
  if (!stated.apiVersion) throw new Misconfigured(`Object 'apiVersion' is missing in '${text}'`)
  return stated
}

/**
 * Decodes a document by the kinds that are taken.
 *
 * @throws Misconfigured for another kind, or members that do not fit
 */
export function decodeConfiguration<T>(
  document: ConfigurationDocument,
  { kinds, strictSince }: ConfigurationScheme,
  version: KubernetesVersion,
): T {
  const { kind, apiVersion } = typeOfDocument(document)
  const schema = Object.hasOwn(kinds, `${apiVersion}/${kind}`) ? kinds[`${apiVersion}/${kind}`] : undefined
  if (!schema) throw new Misconfigured(unregistered(kind, apiVersion, version))
  const isStrict = strictSince !== undefined && atLeast(version, strictSince)
  return strictly(document, isStrict, () => decode<T>(schema, document.value))
}

/** Returns what a document is decoded as. @throws Misconfigured for members that do not fit, or are not known */
export function strictly<T>({ duplicates }: ConfigurationDocument, isStrict: boolean, run: () => Decoded<T>): T {
  try {
    const { object, faults } = run()
    const found = [
      ...(duplicates.length > 0 ? [`yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`] : []),
      ...faults,
    ]
    if (isStrict && found.length > 0) throw new Misconfigured(`strict decoding error: ${found.join(', ')}`)
    return object
  } catch (error) {
    throw error instanceof DecodeError ? new Misconfigured(error.message) : error
  }
}

/** Names the plug-in that an error ends. */
export const ofPlugin = (plugin: string, { message, step }: Misconfigured): Misconfigured =>
  new Misconfigured(
    `${step === 'making' ? "couldn't init" : 'failed to initialize'} admission plugin ${goQuote(plugin)}: ${message}`,
  )

const APISERVER = 'apiserver.config.k8s.io'
const typed = { kind: string(), apiVersion: string() }
const texts = array(string())
const anything: Schema = { type: 'object', raw: true }

/** Makes a scheme of one kind in some versions, whose struct is the same in all. */
const inVersions = (
  strictSince: KubernetesVersion | undefined,
  types: readonly string[],
  schemaOf: (version: string) => Schema,
): ConfigurationScheme => ({
  kinds: Object.fromEntries(types.map((type) => [type, schemaOf(type.split('/')[1] ?? '')])),
  ...(strictSince === undefined ? {} : { strictSince }),
})

/** The kinds of the file itself. */
export const admissionConfigurations = inVersions(
  '1.33',
  [`${APISERVER}/v1/AdmissionConfiguration`, 'apiserver.k8s.io/v1alpha1/AdmissionConfiguration'],
  (version) =>
    struct(`io.k8s.apiserver.pkg.apis.apiserver.${version}.AdmissionConfiguration`, {
      ...typed,
      plugins: array(
        struct(`io.k8s.apiserver.pkg.apis.apiserver.${version}.AdmissionPluginConfiguration`, {
          name: string(),
          path: string(),
          configuration: anything,
        }),
      ),
    }),
)

/** The kinds that configure PodSecurity. */
export const podSecurityConfigurations = inVersions(
  '1.33',
  ['v1', 'v1beta1', 'v1alpha1'].map(
    (version) => `pod-security.admission.config.k8s.io/${version}/PodSecurityConfiguration`,
  ),
  (version) =>
    struct(`io.k8s.pod-security-admission.admission.api.${version}.PodSecurityConfiguration`, {
      ...typed,
      defaults: struct(`io.k8s.pod-security-admission.admission.api.${version}.PodSecurityDefaults`, {
        ...{ enforce: string(), 'enforce-version': string() },
        ...{ audit: string(), 'audit-version': string() },
        ...{ warn: string(), 'warn-version': string() },
      }),
      exemptions: struct(`io.k8s.pod-security-admission.admission.api.${version}.PodSecurityExemptions`, {
        usernames: texts,
        namespaces: texts,
        runtimeClasses: texts,
      }),
    }),
)

/** The kinds that configure ResourceQuota. */
export const quotaConfigurations = inVersions(
  '1.33',
  [
    `${APISERVER}/v1/ResourceQuotaConfiguration`,
    ...['v1beta1', 'v1alpha1'].map((version) => `resourcequota.admission.k8s.io/${version}/Configuration`),
  ],
  (version) =>
    struct(`io.k8s.apiserver.resourcequota.${version}.Configuration`, {
      ...typed,
      limitedResources: array(
        struct(`io.k8s.apiserver.resourcequota.${version}.LimitedResource`, {
          apiGroup: string(),
          resource: string(),
          matchContains: texts,
          matchScopes: array(
            struct('io.k8s.api.core.v1.ScopedResourceSelectorRequirement', {
              scopeName: string('io.k8s.api.core.v1.ResourceQuotaScope'),
              operator: string('io.k8s.api.core.v1.ScopeSelectorOperator'),
              values: texts,
            }),
          ),
        }),
      ),
    }),
)

/** The kinds that configure EventRateLimit, with any further members. */
export const eventLimitConfigurations = inVersions(
  undefined,
  ['eventratelimit.admission.k8s.io/v1alpha1/Configuration'],
  (version) =>
    struct(`io.k8s.eventratelimit.${version}.Configuration`, {
      ...typed,
      limits: array(
        struct(`io.k8s.eventratelimit.${version}.Limit`, {
          type: string(`io.k8s.eventratelimit.${version}.LimitType`),
          ...{ qps: int32(), burst: int32(), cacheSize: int32() },
        }),
      ),
    }),
)

/** A list of tolerations, as namespaces have them in annotations, too. */
export const tolerations = array(
  struct('io.k8s.api.core.v1.Toleration', {
    key: string(),
    operator: string('io.k8s.api.core.v1.TolerationOperator'),
    value: string(),
    effect: string('io.k8s.api.core.v1.TaintEffect'),
    tolerationSeconds: pointer(int64()),
  }),
)

/** The kinds that configure PodTolerationRestriction, with any further members. */
export const tolerationConfigurations = inVersions(
  undefined,
  ['podtolerationrestriction.admission.k8s.io/v1alpha1/Configuration'],
  (version) =>
    struct(`io.k8s.podtolerationrestriction.${version}.Configuration`, {
      ...typed,
      default: tolerations,
      whitelist: tolerations,
    }),
)

/** Since when manifests of webhooks and policies are read (feature gate ManifestBasedAdmissionControlConfig). */
export const MANIFESTS_SINCE = '1.36'

/** Returns the kinds that configure webhooks in a version. */
export const webhookConfigurations = (server: KubernetesVersion): ConfigurationScheme =>
  inVersions(
    MANIFESTS_SINCE,
    atLeast(server, MANIFESTS_SINCE)
      ? [`${APISERVER}/v1/WebhookAdmissionConfiguration`]
      : [`${APISERVER}/v1/WebhookAdmissionConfiguration`, `${APISERVER}/v1alpha1/WebhookAdmission`],
    (version) =>
      struct(`io.k8s.webhookadmission.${version}.WebhookAdmission`, {
        ...typed,
        kubeConfigFile: string(),
        ...(atLeast(server, MANIFESTS_SINCE) ? { staticManifestsDir: string() } : {}),
      }),
  )

/** The kinds that configure policies; either plug-in takes its own only. */
export const policyConfigurations = inVersions(
  MANIFESTS_SINCE,
  ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'].map((plugin) => `${APISERVER}/v1/${plugin}Configuration`),
  (version) => struct(`io.k8s.policyconfig.${version}.PolicyConfiguration`, { ...typed, staticManifestsDir: string() }),
)
