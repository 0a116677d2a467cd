import { GoText, goJson } from '../../base/go/printable.js'
import { wordingNow } from '../../base/errors/wording.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'
import { unstoredMetadata } from '../../model/registry/root-schema.js'
import type { Identified } from '../../model/registry/account-tokens.js'
import type { Authorizer, ResourceAccess, UserRules, AccessRequirement } from '../../model/registry/authorizer.js'
import type { PolicyRule } from '../../model/generated/types/rbac-v1.js'
import type { ReviewContext } from '../../model/registry/review-context.js'
import { type Issue, invalid, required, aggregateText } from '../../base/errors/issue.js'
import { labelValue, qualifiedName } from '../../base/rules/names.js'
import { goStruct } from '../shared/go-struct.js'
import { validateOperator } from '../shared/label-selector.js'
import { badRequest } from '../../base/errors/status.js'
import type { KubeObject } from '../../schema/object.js'
import { goMetadata } from '../struct/go-metadata.js'
import { stepsInParts } from '../../base/turns/work-in-parts.js'
import type { Steps } from '../../base/turns/steps.js'
import { narrowing, ofFields } from '../../model/select/access-requirements.js'
import { fieldTerms } from '../../model/select/fields.js'
import { labelRequirements } from '../../model/select/labels.js'
import { LABEL_OPERATORS } from '../../model/select/label-selector-object.js'

/** The fields of an access review (SubjectAccessReview and its variants) that validation reads. */
export type AccessReview = KubeObject & {
  readonly spec?: {
    readonly resourceAttributes?: ResourceAttributes
    readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string }
    readonly user?: string
    readonly groups?: readonly string[]
    readonly uid?: string
    readonly extra?: NonNullable<Identified['extra']>
  }
}

/** What a review asks about a resource. */
type ResourceAttributes = Partial<Omit<ResourceAccess, 'fieldSelector' | 'labelSelector' | 'path'>> & {
  readonly fieldSelector?: Selector
  readonly labelSelector?: Selector
}

/** Answers whether a user may do what a review asks, and reports selectors that could not be parsed. */
export function decided(object: AccessReview, user: Identified, authorize: Authorizer): AccessReview {
  const { resourceAttributes, nonResourceAttributes: { path = '', verb = '' } = {} } = object.spec ?? {}
  const selectors = readSelectors(resourceAttributes ?? {})
  const { decision, reason, evaluationError } = authorize(
    user,
    resourceAttributes ? { ...accessIn(resourceAttributes), ...selectors.narrowed } : { verb, path },
  )
  const errors = [evaluationError, selectors.error].filter((error) => error)
  return {
    ...object,
    status: {
      allowed: decision === 'allow',
      ...(decision === 'deny' ? { denied: true } : {}),
      ...(reason ? { reason } : {}),
      ...(errors.length > 0 ? { evaluationError: errors.join('; ') } : {}),
    },
  }
}

/** Returns the user that a review asks about. */
export function askedUser({ spec: { user = '', groups = [], uid, extra } = {} }: AccessReview): Identified {
  return { name: user, groups, ...(uid ? { uid } : {}), ...(extra ? { extra } : {}) }
}

function accessIn({
  verb = '',
  group = '',
  version,
  resource = '',
  subresource = '',
  namespace = '',
  name = '',
}: ResourceAttributes): ResourceAccess {
  return { verb, group, version: version || '*', resource, subresource, namespace, name }
}

/** Validates a LocalSubjectAccessReview. */
export function validateLocal(object: AccessReview): readonly Issue[] {
  const { resourceAttributes, nonResourceAttributes } = object.spec ?? {}
  const { namespace = '' } = resourceAttributes ?? {}
  return [
    ...validateSubject(object),
    ...validateEmpty(object, ['namespace']),
    ...(resourceAttributes && namespace !== object.metadata.namespace
      ? [invalid('spec.resourceAttributes.namespace', namespace, 'must match metadata.namespace')]
      : []),
    ...(nonResourceAttributes
      ? [
          invalid(
            'spec.nonResourceAttributes',
            goAttributes(nonResourceAttributes),
            'disallowed on this kind of request',
          ),
        ]
      : []),
  ]
}

// The members of the internal struct have no other names in JSON.
function goAttributes({ path = '', verb = '' }: { readonly path?: string; readonly verb?: string }): GoText {
  const members = { Path: path, Verb: verb }
  return new GoText(goStruct('authorization.NonResourceAttributes', members).text, () => goJson(members))
}

/** Validates a SelfSubjectAccessReview. */
export const validateSelf = (object: AccessReview): readonly Issue[] => [
  ...validateQuestion(object),
  ...validateSelectors(object),
  ...validateEmpty(object),
]

/** Validates a SubjectAccessReview. */
export const validateOther = (object: AccessReview): readonly Issue[] => [
  ...validateSubject(object),
  ...validateEmpty(object),
]

function validateQuestion({
  spec: { resourceAttributes, nonResourceAttributes } = {},
}: AccessReview): readonly Issue[] {
  if (Boolean(resourceAttributes) !== Boolean(nonResourceAttributes)) return []
  const value = nonResourceAttributes && goAttributes(nonResourceAttributes)
  const oneOfBoth = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  // As a union, which struct tags tell since 1.37, too.
  if (wordingNow().isDeclarative) return [invalid('spec', value, oneOfBoth)]
  return value
    ? [invalid('spec.nonResourceAttributes', value, 'cannot be specified in combination with resourceAttributes')]
    : [invalid('spec.resourceAttributes', undefined, oneOfBoth)]
}

const validateSubject = (object: AccessReview): readonly Issue[] => [
  ...validateQuestion(object),
  ...(object.spec?.user || object.spec?.groups?.length
    ? []
    : [invalid('spec.user', object.spec?.user ?? '', 'at least one of user or group must be specified')]),
  ...validateSelectors(object),
]

function validateSelectors({ spec: { resourceAttributes = {} } = {} }: AccessReview): readonly Issue[] {
  return (['fieldSelector', 'labelSelector'] as const).flatMap((member) => {
    const selector = resourceAttributes[member]
    if (!selector) return []
    const field = `spec.resourceAttributes.${member}`
    const { rawSelector = '', requirements = [] } = selector
    const found = requirements.flatMap((requirement, i) =>
      validateRequirement(member, requirement, `${field}.requirements[${i}]`),
    )
    if (rawSelector && requirements.length > 0)
      return [
        invalid(`${field}.rawSelector`, rawSelector, 'may not specified at the same time as requirements'),
        ...found,
      ]
    return rawSelector || requirements.length > 0
      ? found
      : [required(`${field}.requirements`, `when ${field} is specified, requirements or rawSelector is required`)]
  })
}

/** Validates one requirement of a selector. An unknown operator is accepted: newer clients may know more. */
function validateRequirement(
  member: 'fieldSelector' | 'labelSelector',
  { key = '', operator = '', values = [] }: Requirement,
  at: string,
): readonly Issue[] {
  const ofValues = KNOWN_OPERATORS.includes(operator) ? validateOperator(operator, values, at) : []
  if (member === 'fieldSelector') return [...(key ? [] : [required(`${at}.key`, 'must be specified')]), ...ofValues]
  return [
    ...ofValues,
    ...qualifiedName(key).map((detail) => invalid(`${at}.key`, key, detail)),
    ...values.flatMap((value, i) => labelValue(value).map((detail) => invalid(`${at}.values[${i}]`, value, detail))),
  ]
}

const KNOWN_OPERATORS: readonly string[] = ['In', 'NotIn', 'Exists', 'DoesNotExist']

/** Validates that a review has no metadata. */
function validateEmpty({ metadata }: AccessReview, allowed: readonly string[] = []): readonly Issue[] {
  const given = Object.entries(metadata).filter(
    ([member, value]) => value !== null && member !== 'managedFields' && !allowed.includes(member),
  )
  return given.length > 0
    ? [
        invalid(
          'metadata',
          goMetadata(metadata),
          allowed.length > 0 ? 'must be empty except for namespace' : 'must be empty',
        ),
      ]
    : []
}

/** The fields of a SelfSubjectRulesReview that its reply depends on. */
export type RulesReview = KubeObject & { readonly spec?: { readonly namespace?: string } }

/** Answers which rules apply to the user in a namespace. */
export function rightsIn(
  { kind, apiVersion, spec: { namespace = '' } = {} }: RulesReview,
  { user, rules: resolver }: Pick<ReviewContext, 'user' | 'rules'>,
  version: KubernetesVersion,
): KubeObject {
  if (!namespace) throw badRequest('no namespace on request')
  const { rules, incomplete = false, errors } = resolver?.rulesFor(user, namespace) ?? EVERYTHING
  return {
    kind,
    apiVersion,
    metadata: unstoredMetadata(version),
    spec: {},
    status: {
      resourceRules: rules.filter(({ resources = [] }) => resources.length > 0).map(onResources),
      nonResourceRules: rules.filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0).map(onPaths),
      incomplete,
      ...(errors.length > 0 ? { evaluationError: aggregateText(errors) } : {}),
    },
  }
}

const EVERYTHING: UserRules = {
  rules: [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ],
  errors: [],
}

const onResources = ({ verbs, apiGroups, resources, resourceNames }: PolicyRule) => ({
  verbs,
  ...(apiGroups?.length ? { apiGroups } : {}),
  resources,
  ...(resourceNames?.length ? { resourceNames } : {}),
})

const onPaths = ({ verbs, nonResourceURLs }: PolicyRule) => ({ verbs, nonResourceURLs })

/** The fields of a TokenReview that its reply depends on. */
export type TokenReview = KubeObject & {
  readonly spec?: { readonly token?: string; readonly audiences?: readonly string[] }
  readonly status?: { readonly authenticated?: boolean; readonly user?: object }
}

/** Returns the status of a TokenReview. What the review says nothing of stays as the client set it. */
export function judged(
  { spec: { token, audiences = [] } = {}, status = {} }: TokenReview,
  { userOf, accounts }: ReviewContext,
): object {
  const { authenticated: _, ...stated } = { user: {}, ...status }
  if (!token) throw badRequest('token is required for TokenReview in authentication')
  // It is read as from a header, where a blank ends it; without one, the review is about those without credentials.
  const [given = ''] = token.trimEnd().split(' ', 1)
  if (given === '') {
    const nobody = userOf('')
    if (!nobody) return stated
    return {
      ...stated,
      authenticated: true,
      user: userInfo(nobody),
      audiences: audiences.length > 0 ? audiences : accounts.audiences,
    }
  }
  const judgement = accounts.judge(given, audiences.length > 0 ? audiences : undefined)
  if (judgement.type === 'known')
    return { ...stated, authenticated: true, user: userInfo(judgement.user), audiences: judgement.audiences }
  const user = judgement.type === 'foreign' ? userOf(given) : undefined
  // A token without audiences is valid for the API server itself.
  const heard =
    audiences.length > 0 ? audiences.filter((each) => accounts.audiences.includes(each)) : accounts.audiences
  if (user && heard.length > 0) return { ...stated, authenticated: true, user: userInfo(user), audiences: heard }
  // The server's own tokens are checked first, and that error is reported as well.
  const error = judgement.type === 'refused' ? `[${INVALID}, ${judgement.why}]` : INVALID
  return { ...stated, error }
}

const INVALID = 'invalid bearer token'

/** A user as UserInfo in a status. */
export const userInfo = ({ name, uid, groups, extra }: ReviewContext['user']) => ({
  username: name,
  ...(uid ? { uid } : {}),
  groups,
  ...(extra ? { extra } : {}),
})

/** One requirement of a selector in an access review. */
type Requirement = { readonly key?: string; readonly operator?: string; readonly values?: readonly string[] }
/** A selector in an access review: a list of requirements, or the same as one string. */
type Selector = { readonly rawSelector?: string; readonly requirements?: readonly Requirement[] }

/** The selectors in an access review. */
type Selectors = { readonly fieldSelector?: Selector; readonly labelSelector?: Selector }

/** The requirements of a selector that an authorizer can parse, and whether it ignores others. */
type Reading = { readonly requirements: readonly AccessRequirement[]; readonly ignores: 'none' | 'some' | 'all' }

const EMPTY: Reading = { requirements: [], ignores: 'none' }

/**
 * Returns the requirements of the selectors in an access review, and the evaluation error for those that an authorizer
 * cannot parse and ignores (BuildEvaluationError).
 */
function readSelectors({ fieldSelector, labelSelector }: Selectors): {
  readonly narrowed: Pick<ResourceAccess, 'fieldSelector' | 'labelSelector'>
  readonly error?: string
} {
  const fields = fieldSelector ? readFields(fieldSelector) : EMPTY
  const labels = labelSelector ? readLabels(labelSelector) : EMPTY
  const errors = [...ignored('fieldSelector', fields), ...ignored('labelSelector', labels)]
  return {
    narrowed: narrowing(fields.requirements, labels.requirements),
    ...(errors.length > 0 ? { error: errors.join('; ') } : {}),
  }
}

function readFields(selector: Selector): Reading {
  const { rawSelector = '', requirements = [] } = selector
  if (requirements.length === 0)
    return stepsInParts(selector, readFields, () => readText(fieldTerms(rawSelector), ofFields))
  return readList(requirements, isReadField, ({ key = '', operator, values = [] }) => ({
    ...{ key, operator: operator === 'In' ? '=' : '!=', values },
  }))
}

function readLabels(selector: Selector): Reading {
  const { rawSelector = '', requirements = [] } = selector
  if (requirements.length === 0)
    return stepsInParts(selector, readLabels, () => readText(labelRequirements(rawSelector), (all) => all))
  return readList(requirements, isReadLabel, ({ key = '', operator = '', values = [] }) => ({
    ...{ key, operator: LABEL_OPERATORS[operator] ?? '', values },
  }))
}

function* readText<T>(steps: Steps<T>, requirementsOf: (parsed: T) => Reading['requirements']): Steps<Reading> {
  try {
    return { requirements: requirementsOf(yield* steps), ignores: 'none' }
  } catch {
    return { requirements: [], ignores: 'all' }
  }
}

function readList(
  requirements: readonly Requirement[],
  isRead: (requirement: Requirement) => boolean,
  as: (requirement: Requirement) => AccessRequirement,
): Reading {
  const read = requirements.filter(isRead)
  const ignores = read.length === requirements.length ? 'none' : read.length > 0 ? 'some' : 'all'
  return { requirements: read.map(as), ignores }
}

function ignored(name: keyof Selectors, { ignores }: Reading): readonly string[] {
  if (ignores === 'none') return []
  const part = ignores === 'some' ? 'partially ' : ''
  return [`spec.resourceAttributes.${name} ${part}ignored due to parse error`]
}

const isReadField = ({ operator, values = [] }: Requirement) =>
  (operator === 'In' || operator === 'NotIn') && values.length === 1

function isReadLabel({ key = '', operator, values = [] }: Requirement): boolean {
  if (qualifiedName(key).length > 0 || values.some((value) => labelValue(value).length > 0)) return false
  if (operator === 'Exists' || operator === 'DoesNotExist') return values.length === 0
  return (operator === 'In' || operator === 'NotIn') && values.length > 0
}
