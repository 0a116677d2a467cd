import { compareBytes, getOwn, type JsonObject } from '../../base/json/json.js'
import { badRequest } from '../../base/errors/status.js'
import { type Steps, finish } from '../../base/turns/steps.js'
import { lexSelector, type Token } from './label-lexer.js'
import { type Reader, isWord, parseRequirement, peek, take } from './label-parser.js'
import { type LabelRequirement, meetsRequirement } from './label-requirement.js'

/** Requirements that must all be met; an empty selector selects everything. */
export type LabelSelector = readonly LabelRequirement[]

/** Parses a label selector; throws a 400 with the message of k8s.io/apimachinery/pkg/labels. */
export const parseLabelSelector = (text: string): LabelSelector =>
  finish(labelRequirements(text)).sort((a, b) => compareBytes(a.key, b.key))

/** Parses the requirements of a label selector in steps, in the order of the text. */
export function* labelRequirements(text: string): Steps<LabelRequirement[]> {
  const reader: Reader = { tokens: lexSelector(text), next: undefined }
  const requirements: LabelRequirement[] = []
  const first = peek(reader)
  if (first.type === 'end') return requirements
  if (!startsRequirement(first)) throw badRequest(`found '${first.text}', expected: !, identifier, or 'end of string'`)
  for (;;) {
    requirements.push(parseRequirement(reader))
    const after = take(reader)
    if (after.type === 'end') return requirements
    if (after.type !== ',') throw badRequest(`found '${after.text}', expected: ',' or 'end of string'`)
    const next = peek(reader)
    if (!startsRequirement(next)) throw badRequest(`found '${next.text}', expected: identifier after ','`)
    yield
  }
}

/** Tells whether an object with these labels is selected. */
export function matchesLabels(selector: LabelSelector, labels: JsonObject | undefined): boolean {
  return selector.every((requirement) => meetsRequirement(requirement, getOwn(labels ?? {}, requirement.key)))
}

const startsRequirement = (token: Token) => isWord(token) || token.type === '!'
