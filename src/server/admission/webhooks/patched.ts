import { goQuote } from '../../../base/go/printable.js'
import { goJsonErrorOf } from '../../../base/go/encoding-json.js'
import { isObject, jsonEqual } from '../../../base/json/json.js'
import { readJson } from '../../../base/json/read-json.js'
import { internalError } from '../../../base/errors/status.js'
import { JsonPatchError, applyJsonPatch } from '../../../model/patch/json.js'
import { mismatch } from '../../../model/patch/body.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { inOrder } from '../../../model/registry/read.js'
import type { Registry } from '../../../model/registry/registry.js'
import { DecodeError } from '../../../schema/decode.js'
import type { KubeObject } from '../../../schema/object.js'
import { readPatched } from '../review/patched-object.js'
import type { ConfiguredWebhook } from './configured.js'

/** An object after the patch of a webhook, with its defaults, and whether the patch has changed anything. */
type Patched = {
  readonly object: KubeObject
  readonly isChanged: boolean
  readonly operations: readonly unknown[]
}

/**
 * Applies the patch of a webhook; undefined if it has no operations.
 *
 * @throws StatusError 500 for what is no patch, does not apply, or does not leave an object of the kind
 */
export function patchedBy(
  { name }: ConfiguredWebhook,
  patch: string,
  def: KindDef,
  object: KubeObject | null,
  registry: Registry,
): Patched | undefined {
  const operations = operationsOf(patch)
  if (operations.length === 0) return undefined
  if (!object)
    throw internalError(
      `admission webhook ${goQuote(name)} attempted to modify the object, which is not supported for this operation`,
    )
  const shown = inOrder(def, object)
  try {
    const { object: read } = readPatched(def, applyJsonPatch(shown, operations), registry)
    return { object: def.defaults(read), isChanged: !jsonEqual(inOrder(def, read), shown), operations }
  } catch (error) {
    throw error instanceof JsonPatchError || error instanceof DecodeError ? internalError(error.message) : error
  }
}

function operationsOf(patch: string): readonly ({ readonly [member: string]: unknown } | null)[] {
  if (patch === '') return []
  const bytes = Uint8Array.from(atob(patch), (character) => character.charCodeAt(0))
  let value: unknown
  try {
    value = readJson(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError) throw internalError(goJsonErrorOf(bytes))
    throw error
  }
  if (value === null) return []
  if (!Array.isArray(value)) throw internalError(mismatch(value, 'jsonpatch.Patch'))
  return value.map((operation: unknown) => {
    if (operation !== null && !isObject(operation)) throw internalError(mismatch(operation, 'jsonpatch.Operation'))
    return operation
  })
}
