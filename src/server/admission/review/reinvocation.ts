import { jsonEqual } from '../../../base/json/json.js'
import type { KubeObject } from '../../../schema/object.js'
import type { Reinvocation } from '../types.js'

/**
 * What a plug-in has asked to change an object, for another round of mutating admission (mutating:
 * webhookReinvokeContext, policyReinvokeContext).
 */
export type Memory = {
  /** Those that are asked again if something changes after them, by name. */
  readonly asked: Set<string>
  readonly again: Set<string>
  output: KubeObject | null
}

/** Makes the memories of a plug-in, one for each request. */
export function createMemories(): (reinvocation: Reinvocation) => Memory {
  const memories = new WeakMap<Reinvocation, Memory>()
  return (reinvocation) => {
    let memory = memories.get(reinvocation)
    if (!memory) memories.set(reinvocation, (memory = { asked: new Set(), again: new Set(), output: null }))
    return memory
  }
}

/** Has those asked again that want it if what they have left has changed since. */
export function noteRound(memory: Memory, { isAgain }: Reinvocation, object: KubeObject | null): void {
  if (isAgain && !jsonEqual(memory.output, object)) askAgain(memory)
}

/** Has those asked again that have been asked and want it, as something has changed after them. */
export function noteChange(memory: Memory, reinvocation: Reinvocation): void {
  askAgain(memory)
  reinvocation.isWanted = true
}

function askAgain({ asked, again }: Memory): void {
  for (const name of asked) again.add(name)
  asked.clear()
}
