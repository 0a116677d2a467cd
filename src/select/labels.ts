import { compareBytes, getOwn, type JsonObject } from '../base/json.js'
import { badRequest } from '../base/status.js'
import { type Steps, finish } from '../base/steps.js'
import { lexSelector, type Token } from './label-lexer.js'
import { type Reader, isWord, parseRequirement, peek, take } from './label-parser.js'
import { type LabelMatcher, labelMatcher } from './label-matcher.js'
import { type LabelRequirement, meetsRequirement } from './label-requirement.js'
import { rememberedParsing } from './remembered-parsing.js'

/** Requirements that must all be met; an empty selector selects everything. */
export type LabelSelector = readonly LabelRequirement[]

/** Parses a label selector; throws a 400 with the message of k8s.io/apimachinery/pkg/labels. */
export const parseLabelSelector = (text: string): LabelSelector =>
  finish(labelRequirements(text)).sort((a, b) => compareBytes(a.key, b.key))

/** Returns the matcher of a label selector; throws as {@link parseLabelSelector} does. */
export const labelMatcherOf = (text: string): LabelMatcher => matchers(text, parseMatcher)

/** Makes the matcher of a long selector in steps, so that {@link labelMatcherOf} has the result already. */
export const prepareLabels = (text: string): Steps<void> => matchers.prepare(text, parseMatcher)

const matchers = rememberedParsing<LabelMatcher>()

function* parseMatcher(text: string): Steps<LabelMatcher> {
  return yield* labelMatcher(yield* labelRequirements(text))
}

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
