import { internalError } from '../../../base/errors/status.js'
import { GoValue } from '../../../base/go/printable.js'
import { isObject } from '../../../base/json/json.js'
import type { Steps } from '../../../base/turns/steps.js'
import { bindAdmission, configurationOf, operationsOf } from '../../../cel/admission.js'
import { mergeApplied } from '../../../model/apply/apply.js'
import { memberSchema, topologyOf } from '../../../model/apply/topology.js'
import { typedProblem } from '../../../model/apply/typed.js'
import { JsonPatchError, PatchTestFailed, applyJsonPatch } from '../../../model/patch/json.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { atLeast } from '../../../model/registry/kubernetes-version.js'
import { inOrder, readAs } from '../../../model/registry/read.js'
import { isSubresourceName } from '../../../model/registry/subresource-name.js'
import { subresourceOf } from '../../../model/registry/subresource-of.js'
import { DecodeError } from '../../../schema/decode.js'
import type { KubeObject } from '../../../schema/object.js'
import type { Schema } from '../../../schema/types.js'
import { kindAt } from '../review/equivalents.js'
import type { Match } from '../review/match.js'
import { readPatched } from '../review/patched-object.js'
import type { CompiledMutation } from './compiled-policy.js'
import { type Made, ConfigurationError, made } from './configuration-error.js'
import { COST_OF_TURN, OutOfBudget } from './evaluate.js'
import type { Asking } from './invocations.js'
import { type Own, type PolicyInput, seen } from './policy-input.js'

/** The cost limit of one mutation (celconfig.RuntimeCELCostBudget). */
const BUDGET = 10_000_000

/**
 * Returns an object as a mutation of a policy leaves it, with its defaults (policy/mutating: dispatchOne).
 *
 * @throws StatusError 500 for a JSON patch that does not leave an object of its kind
 */
export function* mutated(
  { type, expression, program }: CompiledMutation,
  object: KubeObject,
  input: PolicyInput,
  own: Own,
  asking: Asking,
  { kind }: Match,
): Steps<Made<KubeObject>> {
  if (typeof program === 'string') return { fault: program }
  const found = bindAdmission(seen(input, own, true))(program)
  if (found.cost >= COST_OF_TURN) yield
  if (found.cost > BUDGET) return { fault: new OutOfBudget().message }
  if (!found.ok) return { fault: `expression '${expression}' resulted in error: ${found.error}` }
  const patched = type === 'JSONPatch' ? patchedObject : appliedObject
  return made(() => kind.defaults(patched(found.value, object, kind, asking)))
}

/** Returns what is made, or throws what is wrong with it. */
function mustMake<T>({ value, fault }: Made<T>): T {
  if (fault !== undefined) throw new ConfigurationError(fault)
  return value
}

/** Applies the configuration that an expression has made (patch: applyConfigPatcher). */
function appliedObject(value: unknown, object: KubeObject, def: KindDef, { request }: Asking): KubeObject {
  const { subresource } = request
  const view = isSubresourceName(subresource) ? subresourceOf(request.def, subresource).view : undefined
  const configuration = { ...mustMake(configurationOf(value)), apiVersion: def.apiVersion, kind: def.kind }
  const merged = mergedConfiguration(object, configuration, view ? undefined : def)
  failOtherVersion(def, kindAt(request.def, subresource) ?? def)
  try {
    return readAs(def, merged).object
  } catch (error) {
    throw error instanceof DecodeError ? new ConfigurationError(error.message) : error
  }
}

/** Applies the JSON patch that an expression has made (patch: jsonPatcher); a `test` that fails leaves all as it is. */
function patchedObject(value: unknown, object: KubeObject, def: KindDef, { request, registry }: Asking): KubeObject {
  const operations = mustMake(operationsOf(value))
  try {
    const { object: read, faults } = readPatched(def, applyJsonPatch(inOrder(def, object), operations), registry)
    if (faults.length > 0) throw new DecodeError(`strict decoding error: ${faults.join(', ')}`)
    failOtherVersion(def, kindAt(request.def, request.subresource) ?? def)
    return read
  } catch (error) {
    if (error instanceof PatchTestFailed) return object
    if (error instanceof JsonPatchError) throw new ConfigurationError(`JSON Patch: ${error.message}`)
    throw error instanceof DecodeError ? internalError(error.message) : error
  }
}

/** A server cannot convert an object of a built-in kind from one version to another by its types alone. */
function failOtherVersion(matched: KindDef, given: KindDef): void {
  if (matched === given || matched.structural) return
  const name = ({ version, kind }: KindDef) => `${version}.${kind}`
  throw new ConfigurationError(`converting (${name(matched)}) to (${name(given)}): unknown conversion`)
}

type Configuration = Readonly<Record<string, unknown>> & { readonly apiVersion: string; readonly kind: string }

/**
 * Merges the configuration that a mutating policy applies into an object (patch: ApplyStructuredMergeDiff). Nobody owns
 * the fields for it.
 *
 * @param def the kind of the object; undefined for one that a server has no types of
 * @throws ConfigurationError for what does not fit the kind, or would replace what is only replaced as a whole
 */
function mergedConfiguration(object: KubeObject, configuration: Configuration, def: KindDef | undefined): unknown {
  const { apiVersion, kind } = configuration
  const problem = def
    ? typedProblem(configuration, def.schema)
    : `no corresponding type for ${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`
  if (problem !== undefined || !def) throw fault(`failed to convert patch object to typed object: ${problem}`)
  const atomics = atomicsOf(configuration, def.schema, '')
  if (atomics.length > 0)
    throw fault(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`)
  const misfit = typedProblem(object, def.schema, { repeats: atLeast(def.serverVersion, '1.35') })
  if (misfit !== undefined) throw fault(`failed to convert original object to typed object: ${misfit}`)
  const foreign = foreignIn(configuration)
  if (foreign) throw fault(`cannot deep copy ${foreign.type}`)
  return mergeApplied(object, configuration, def.schema)
}

const fault = (text: string) => new ConfigurationError(`error applying patch: ${text}`)

/** Returns the paths of the lists and maps in a configuration that are only replaced as a whole (findAtomics). */
function atomicsOf(value: unknown, schema: Schema | undefined, path: string): readonly string[] {
  if (!schema || typeof value !== 'object' || value === null) return []
  const own = topologyOf(schema, value) === 'leaf' && isComposed(schema) ? [path] : []
  if (Array.isArray(value))
    return [...own, ...value.flatMap((item, i) => atomicsOf(item, schema.items, `${path}[${i}]`))]
  if (!isObject(value) || !schema.properties) return own
  return [
    ...own,
    ...Object.keys(value).flatMap((name) => atomicsOf(value[name], memberSchema(schema, name), `${path}.${name}`)),
  ]
}

const isComposed = ({ type }: Schema): boolean => type === 'object' || type === 'array' || type === undefined

/** Returns a value in a configuration that no JSON has, where no type has told of it. */
function foreignIn(value: unknown): GoValue | undefined {
  if (value instanceof GoValue) return value
  if (typeof value !== 'object' || value === null) return undefined
  for (const part of Object.values(value)) {
    const found = foreignIn(part)
    if (found) return found
  }
  return undefined
}
