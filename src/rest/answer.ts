import { invalidStatus } from '../base/status.js'
import { readObject } from './body.js'
import { ruleContext } from './context.js'
import { inNamespace } from './create.js'
import type { Call, Outcome } from './types.js'
import type { WriteContext } from './warnings.js'

/**
 * POST of a question: replies with it and its answer, and stores nothing.
 *
 * @throws StatusError 400 or 422 for the question
 */
export function answer(context: WriteContext, call: Call): Outcome {
  const { def } = call.target
  const question = inNamespace(call, readObject(context, call))
  const issues = def.validate(question, ruleContext(context, 'main'))
  if (issues.length > 0) throw invalidStatus(def.kindSubject, question.metadata.name ?? '', issues)
  return { type: 'object', code: 201, def, object: def.answer!(question, { user: call.user, userOf: context.userOf ?? (() => undefined) }) }
}
