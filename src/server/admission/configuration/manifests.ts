import { aggregateText, issueText } from '../../../base/errors/issue.js'
import { messageOf } from '../../../base/errors/status.js'
import { worded } from '../../../base/errors/wording.js'
import { goQuote } from '../../../base/go/printable.js'
import type { Source } from '../../../base/input/input.js'
import { compareBytes } from '../../../base/json/json.js'
import type { Policy as ValidatingPolicy } from '../../../kinds/admissionregistration/policy-rules.js'
import { STATIC_SUFFIX } from '../../../kinds/admissionregistration/static-names.js'
import { builtinKindsOf } from '../../../kinds/builtin.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { wordingOf } from '../../../model/registry/kubernetes-version.js'
import type { Profile } from '../../../model/registry/profile.js'
import { readAs } from '../../../model/registry/read.js'
import { goTypeOf, isInScheme } from '../../../model/registry/scheme.js'
import { splitApiVersion, unregistered } from '../../../model/registry/type-meta.js'
import { ruleContext } from '../../../rest/write/admit.js'
import type { KubeObject } from '../../../schema/object.js'
import type { Binding } from '../policies/invocations.js'
import type { ConfiguredWebhook } from '../webhooks/configured.js'
import { type ConfigurationDocument, Misconfigured, documentOf, embedded, strictly, typeOfDocument } from './decode.js'
import type { ConfigurationSource } from '../configuration.js'

const GROUP = 'admissionregistration.k8s.io'
const WEBHOOKS = 'webhook'
const POLICIES = 'policy'

/** What the folder of a plug-in holds: the kinds, those that others name first. */
const HELD: { readonly [plugin: string]: { readonly what: string; readonly kinds: readonly string[] } } = {
  ValidatingAdmissionWebhook: { what: WEBHOOKS, kinds: ['ValidatingWebhookConfiguration'] },
  MutatingAdmissionWebhook: { what: WEBHOOKS, kinds: ['MutatingWebhookConfiguration'] },
  ValidatingAdmissionPolicy: {
    what: POLICIES,
    kinds: ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
  },
  MutatingAdmissionPolicy: { what: POLICIES, kinds: ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'] },
}

/** The objects of a folder, by their table. */
type Manifests = ReadonlyMap<string, readonly KubeObject[]>

/** The objects of a folder as it is now. */
export type LiveManifests = {
  readonly has: (table: string) => boolean
  readonly list: (table: string) => readonly KubeObject[]
}

/**
 * Reads the folder of a plug-in, and again when its files have changed; what does not load then leaves all as it was.
 * The rules of its kinds have to be loaded.
 *
 * @throws Misconfigured
 */
export function watchedManifests(plugin: string, folder: string, source: ConfigurationSource): LiveManifests {
  const { what = '', kinds = [] } = HELD[plugin] ?? {}
  const defs = kinds.map((kind) => definitionOf(`${GROUP}/v1`, kind, source.profile)).filter((def) => def !== undefined)
  const files = (): readonly Source[] => source.files()?.filesIn(folder) ?? []
  let texts = ''
  let current: Manifests = new Map()
  const readAgain = () => {
    const found = files()
    const next = JSON.stringify(found)
    if (next === texts) return
    current = manifestsIn(found, defs, source)
    texts = next
  }
  try {
    readAgain()
  } catch (error) {
    const why = `failed to load static ${what} manifests from ${goQuote(folder)}: ${messageOf(error)}`
    throw new Misconfigured(why, 'initializing')
  }
  source.files()?.watch(folder, () => {
    try {
      readAgain()
    } catch (error) {
      // As on a real server, what was read before goes on.
      source.files()?.tell(`reloading manifest config for ${plugin} in ${goQuote(folder)}: ${messageOf(error)}`)
    }
  })
  const tables = defs.map(tableOfKind)
  return { has: (table) => tables.includes(table), list: (table) => current.get(table) ?? [] }
}

const tableOfKind = ({ group, plural }: KindDef) => `${group}/${plural}`

const definitionOf = (apiVersion: string, kind: string, profile: Profile): KindDef | undefined => {
  const [group, version] = splitApiVersion(apiVersion)
  const found = builtinKindsOf(profile).find((one) => {
    const mapping = one.mapping(profile)
    return mapping.kind === kind && mapping.group === group && mapping.version === version
  })
  return found?.(profile)
}

/** An object of a manifest, and the file it is in. */
type Loaded = { readonly def: KindDef; readonly object: KubeObject; readonly file: string }

/** @throws Misconfigured */
function manifestsIn(files: readonly Source[], defs: readonly KindDef[], source: ConfigurationSource): Manifests {
  const loaded: Loaded[] = []
  for (const { name: file, text } of files)
    for (const document of documentsIn(text))
      try {
        const read = (one: ConfigurationDocument) => objectsIn(one, defs, source)
        for (const found of read(documentOf(document))) {
          const one = { ...found, file }
          checkName(one, loaded)
          checkFits(one)
          loaded.push(one)
        }
      } catch (error) {
        throw error instanceof Misconfigured ? new Misconfigured(`error loading ${file}: ${error.message}`) : error
      }
  checkReferences(loaded)
  const byName = loaded.sort((a, b) => compareBytes(nameOf(a), nameOf(b)))
  return new Map(
    defs.map((def) => [tableOfKind(def), byName.filter((one) => one.def === def).map(({ object }) => object)]),
  )
}

/** Splits a text at the lines that separate documents (apimachinery: YAMLReader). */
const documentsIn = (text: string): readonly string[] =>
  text
    .split(/^---[ \t\r]*(?:\n|$)/m)
    .map((document) => document.trim())
    .filter((document) => document !== '')

/** Returns the objects of a document, which may be a list, decoded, with defaults and valid. */
function objectsIn(
  document: ConfigurationDocument,
  defs: readonly KindDef[],
  source: ConfigurationSource,
): readonly Omit<Loaded, 'file'>[] {
  const { kind, apiVersion } = typeOfDocument(document)
  if (kind === 'List' && apiVersion === 'v1')
    return itemsOf(document).flatMap((item) => {
      const one = embedded(item)
      try {
        decoded(one, source.profile)
      } catch (error) {
        throw error instanceof Misconfigured ? new Misconfigured(`failed to decode list item: ${error.message}`) : error
      }
      return objectsIn(one, defs, source)
    })
  const { def, objects } = decoded(document, source.profile)
  if (!def || !defs.includes(def))
    throw new Misconfigured(`unsupported resource type *${goTypeOf(splitApiVersion(apiVersion)[1], kind)}`)
  return objects.map((object) => ({ def, object: checked(def, { ...object, kind: def.kind, apiVersion }, source) }))
}

/** Decodes a document, or the items of a list of one kind; some kinds are known without being served here. */
function decoded(
  document: ConfigurationDocument,
  profile: Profile,
): { readonly def: KindDef | undefined; readonly objects: readonly KubeObject[] } {
  const { kind, apiVersion } = typeOfDocument(document)
  if (!apiVersion.startsWith(`${GROUP}/`) || !isInScheme(apiVersion, kind, profile.version))
    throw new Misconfigured(unregistered(kind, apiVersion, profile.version))
  const def = definitionOf(apiVersion, kind.replace(/List$/, ''), profile)
  if (!def) return { def, objects: [] }
  const documents = kind === def.kind ? [document] : itemsOf(document).map(embedded)
  return { def, objects: documents.map((one) => strictly(one, true, () => readAs(def, one.value))) }
}

function itemsOf({ value }: ConfigurationDocument): readonly unknown[] {
  const { items } = value as { readonly items?: unknown } // it has a kind, so it is an object
  return Array.isArray(items) ? items : []
}

/** Returns an object with its defaults. @throws Misconfigured if it is not valid */
function checked(def: KindDef, object: KubeObject, { env, featureGates, profile }: ConfigurationSource): KubeObject {
  const filled = def.defaults(object)
  // With this gate names are reserved to what is read here.
  const gates = { ...featureGates, ManifestBasedAdmissionControlConfig: false }
  const issues = worded(wordingOf(profile.version), () =>
    def.create.validate(filled, ruleContext({ env, featureGates: gates }, def)),
  )
  if (issues.length > 0)
    throw new Misconfigured(
      `${def.kind} ${goQuote(filled.metadata.name ?? '')}: ${aggregateText(issues.map(issueText))}`,
    )
  return filled
}

const nameOf = ({ object }: Pick<Loaded, 'object'>): string => object.metadata.name ?? ''

function checkName(one: Loaded, others: readonly Loaded[]): void {
  const [name, file] = [nameOf(one), goQuote(one.file)]
  if (name === '') throw new Misconfigured(`resource in file ${file} must have a name`)
  if (!name.endsWith(STATIC_SUFFIX))
    throw new Misconfigured(`${goQuote(name)} in file ${file} must have a name ending with ${goQuote(STATIC_SUFFIX)}`)
  const other = others.find(({ def, object }) => def === one.def && object.metadata.name === name)
  if (other)
    throw new Misconfigured(
      `duplicate name ${goQuote(name)} found in file ${file} (previously seen in ${goQuote(other.file)})`,
    )
}

/** Fails what depends on objects that may be missing when it is needed: Services, parameters, other policies. */
function checkFits({ def, object, file }: Loaded): void {
  const name = goQuote(nameOf({ object }))
  // The members that its kind may have.
  const { webhooks = [], spec = {} } = object as KubeObject & {
    readonly webhooks?: readonly ConfiguredWebhook[]
    readonly spec?: NonNullable<ValidatingPolicy['spec']> & NonNullable<Binding['spec']>
  }
  for (const { name: webhook, clientConfig } of webhooks) {
    const at = `webhook ${goQuote(webhook)} in ${name} (file ${goQuote(file)}): clientConfig`
    if (clientConfig?.service)
      throw new Misconfigured(`${at}.service is not supported for static manifests; use clientConfig.url instead`)
    if (!clientConfig?.url) throw new Misconfigured(`${at}.url is required for static manifests`)
  }
  if (spec.paramKind !== undefined)
    throw new Misconfigured(`${def.kind} ${name}: spec.paramKind is not supported for static manifests`)
  if (!isBinding(def)) return
  const { policyName = '', paramRef } = spec
  if (policyName === '') throw new Misconfigured(`binding ${name} must reference a policy (spec.policyName)`)
  if (!policyName.endsWith(STATIC_SUFFIX))
    throw new Misconfigured(
      `binding ${name}: spec.policyName ${goQuote(policyName)} must end with ${goQuote(STATIC_SUFFIX)}`,
    )
  if (paramRef !== undefined)
    throw new Misconfigured(`binding ${name}: spec.paramRef is not supported for static manifests`)
}

const isBinding = ({ kind }: KindDef): boolean => kind.endsWith('Binding')

function checkReferences(loaded: readonly Loaded[]): void {
  const policies = new Set(loaded.filter(({ def }) => !isBinding(def)).map(nameOf))
  for (const { object } of loaded.filter(({ def }) => isBinding(def))) {
    const { policyName = '' } = (object as Binding).spec ?? {} // as its kind says
    if (!policies.has(policyName))
      throw new Misconfigured(
        `binding ${goQuote(nameOf({ object }))} references policy ${goQuote(policyName)} which does not exist in the manifest directory`,
      )
  }
}
