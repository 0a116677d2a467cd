import { goGroupVersion } from '../base/api-version.js'
import { applyConfiguration } from '../apply/apply.js'
import { typedProblem } from '../apply/typed.js'
import { jsonKind } from '../base/go-json.js'
import { isObject } from '../base/json.js'
import { badRequest, conflict, notFound, plainError } from '../base/status.js'
import { readAs } from '../kind/read.js'
import { convert } from '../schema/convert.js'
import { defaultBySchema } from '../schema/default.js'
import { DecodeError } from '../schema/decode.js'
import type { KubeObject } from '../schema/object.js'
import { readMembers, yamlFaults } from './body.js'
import { causeOf } from './cause.js'
import { keyOf, tableOf } from './context.js'
import { inNamespace, insert } from './create.js'
import { mutate } from './mutate.js'
import { trackedWrite } from './ownership.js'
import type { Call, Outcome } from './types.js'
import { checkName } from './update.js'
import type { WriteContext } from './warnings.js'

/** PATCH by server-side apply: sets and owns what the body states; creates what is missing. */
export function apply(context: WriteContext, call: Call): Outcome {
  const { target } = call
  const { def } = target
  return context.store.transact((transaction): Outcome => {
    const old = transaction.get(tableOf(target), keyOf(target.namespace, target.name))
    if (!old && target.endpoint !== 'main') throw notFound(def.resourceSubject, target.name)
    const config = readConfiguration(call)
    const write = trackedWrite(context, call)
    const wanted = (live: KubeObject | undefined) => {
      const object = read(context, call, config, applyConfiguration(write, live, config, call.options.force))
      checkDuplicates(context, call)
      if (!live && object.metadata.uid)
        throw conflict(
          def.resourceSubject,
          target.name,
          `uid mismatch: the provided object specified uid ${object.metadata.uid}, and no existing object was found`,
        )
      checkName(target.name, object.metadata.name)
      return inNamespace(call, object)
    }
    if (!old) return { type: 'object', code: 201, def, object: insert(context, call, transaction, wanted(undefined)) }
    return { type: 'object', code: 200, def, object: mutate(context, call, transaction, old, wanted).object }
  }, causeOf(call))
}

function readConfiguration({ body, target: { def } }: Call): Readonly<Record<string, unknown>> {
  if (body?.error !== undefined) throw badRequest(`error decoding YAML: error converting YAML to JSON: ${body.error}`)
  const value = body?.value ?? {}
  if (!isObject(value))
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonKind(value)} into Go value of type map[string]interface {}`,
    )
  const text = (member: string) => (typeof value[member] === 'string' ? value[member] : '')
  const apiVersion = text('apiVersion')
  if (text('kind') !== def.kind || apiVersion !== def.apiVersion) throw badRequest(`invalid object type: ${goGroupVersion(apiVersion)}, Kind=${text('kind')}`)
  const metadata = isObject(value['metadata']) ? value['metadata'] : {}
  if (metadata['managedFields'] !== undefined && metadata['managedFields'] !== null) throw badRequest('metadata.managedFields must be nil')
  const problem = typedProblem(value, def.schema)
  if (problem) throw plainError(`failed to create typed patch object (${subject(value, apiVersion, def.kind)}): ${problem}`)
  return value
}

function subject(value: Readonly<Record<string, unknown>>, apiVersion: string, kind: string): string {
  const metadata = isObject(value['metadata']) ? value['metadata'] : {}
  const text = (member: string) => (typeof metadata[member] === 'string' ? metadata[member] : '')
  return `${text('namespace')}/${text('name')}; ${goGroupVersion(apiVersion)}, Kind=${kind}`
}

function read(context: WriteContext, call: Call, config: Readonly<Record<string, unknown>>, object: KubeObject): KubeObject {
  const { def } = call.target
  try {
    // What was applied is not read as a body is: its nulls stay.
    const { structural } = def
    const fill = structural && ((members: KubeObject) => defaultBySchema(structural, members, { keepNulls: true }) as KubeObject) // an object stays one
    return readMembers(context, call, structural ? readAs(def, object) : convert(def.schema, object), undefined, fill)
  } catch (error) {
    if (error instanceof DecodeError)
      throw plainError(
        `failed to convert new object (${subject(config, def.apiVersion, def.kind)}) to proper version: unable to convert unstructured object to ${goGroupVersion(def.apiVersion)}, Kind=${def.kind}: ${error.message}`,
      )
    throw error
  }
}

// The body is looked at strictly only after it was applied.
function checkDuplicates({ warn }: WriteContext, call: Call): void {
  const { errors, warnings } = yamlFaults(call)
  const { fieldValidation } = call.options
  if (errors.length > 0 && fieldValidation === 'Strict') throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${errors.join(', ')}`)
  if (fieldValidation !== 'Ignore') warnings.forEach(warn)
}
