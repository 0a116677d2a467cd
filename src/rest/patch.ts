import { type GoText, goMap } from '../base/go-print.js'
import { invalid } from '../base/issue.js'
import { encodeJson, isObject } from '../base/json.js'
import { invalidStatus, notFound, type StatusError } from '../base/status.js'
import { decodeJsonPatch, decodeMergePatch, decodeStrategicPatch } from '../patch/body.js'
import { applyJsonPatch } from '../patch/json.js'
import { applyMergePatch } from '../patch/merge.js'
import { applyStrategicPatch } from '../patch/strategic.js'
import { unregistered } from '../kind/unregistered.js'
import { DecodeError } from '../schema/decode.js'
import type { KubeObject } from '../schema/object.js'
import { readMembers } from './body.js'
import { causeOf } from './cause.js'
import { type RestContext, keyOf, tableOf } from './context.js'
import { inNamespace } from './create.js'
import { mutate } from './mutate.js'
import { track } from './ownership.js'
import type { Call, Outcome } from './types.js'
import { checkName } from './update.js'
import { apply } from './apply.js'

/** PATCH by any of the four formats. */
export function patch(context: RestContext, call: Call): Outcome {
  if (call.body?.patch === 'apply') return apply(context, call)
  const { target } = call
  const { def } = target
  const patcher = createPatcher(call)
  return context.store.transact((transaction): Outcome => {
    const old = transaction.get(tableOf(target), keyOf(target.namespace, target.name))
    if (!old) throw notFound(def.resourceSubject, target.name)
    let warnings: readonly string[] = []
    const { object } = mutate(context, call, transaction, old, () => {
      const patched = readPatched(call, patcher.apply(old), patcher.shown)
      warnings = [...patcher.warnings, ...patched.warnings]
      checkName(target.name, patched.object.metadata.name)
      return track(context, call, old, inNamespace(call, patched.object))
    })
    return { type: 'object', code: 200, def, object, warnings: [...warnings, ...(target.endpoint === 'main' ? def.warnings(object, old) : [])] }
  }, causeOf(call))
}

type Patcher = {
  readonly apply: (old: KubeObject) => unknown
  /** What an error shows of the patch, given what it made of the object. */
  readonly shown: (patched: unknown) => string | GoText
  readonly warnings: readonly string[]
}

function createPatcher({ body, options, target }: Call): Patcher {
  const parsed = body?.error === undefined ? { value: body?.value } : { error: body.error }
  const ignore = options.fieldValidation === 'Ignore'
  const json = (patched: unknown) => encodeJson(patched)
  switch (body?.patch) {
    case 'json': {
      const { operations, unknown } = decodeJsonPatch(parsed, ignore)
      return { apply: (old) => applyJsonPatch(old, operations), shown: json, warnings: unknown }
    }
    case 'merge': {
      const merge = decodeMergePatch(parsed, ignore)
      return { apply: (old) => applyMergePatch(old, merge), shown: json, warnings: [] }
    }
    default: {
      const strategic = decodeStrategicPatch(parsed)
      return { apply: (old) => applyStrategicPatch(old, strategic, target.def.schema), shown: () => goMap(strategic), warnings: [] }
    }
  }
}

function readPatched(call: Call, patched: unknown, shown: Patcher['shown']): { readonly object: KubeObject; readonly warnings: readonly string[] } {
  const { def } = call.target
  const fail = (detail: string): StatusError => invalidStatus({ group: '', resource: '' }, '', [invalid('patch', shown(patched), detail)])
  const { kind, apiVersion } = isObject(patched) ? patched : {}
  if (call.body?.patch !== 'strategic' && (kind !== def.kind || apiVersion !== def.apiVersion)) throw fail(unregistered(String(kind ?? ''), String(apiVersion ?? '')))
  try {
    return readMembers(call, patched)
  } catch (error) {
    if (error instanceof DecodeError) throw fail(error.message)
    throw error
  }
}
