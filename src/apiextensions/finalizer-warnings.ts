import { goQuote } from '../base/go-print.js'
import { qualifiedName } from '../base/rules/names.js'
import type { KubeObject } from '../schema/object.js'

const STANDARD = new Set(['orphan', 'foregroundDeletion', 'kubernetes'])
const FIELD = 'metadata.finalizers'

/** Advice on finalizers that are new: others may use the same word for something else. */
export function finalizerWarnings({ metadata }: KubeObject, old: KubeObject | undefined): readonly string[] {
  const added = (metadata.finalizers ?? []).filter((finalizer) => !old?.metadata.finalizers?.includes(finalizer))
  return [...new Set(added)].sort().flatMap((finalizer) => {
    const head = `${FIELD}: ${goQuote(finalizer)}: `
    const path = finalizer.includes('.') ? ' including a path (/)' : ''
    const advice = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`
    return [...qualifiedName(finalizer), ...(finalizer.includes('/') || STANDARD.has(finalizer) ? [] : [advice])].map(
      (text) => head + text,
    )
  })
}
