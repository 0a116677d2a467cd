import { createLateLibrary } from '../../base/turns/late-library.js'
import { defineStructKind } from '../struct/struct-kind.js'
import type { ReviewContext } from '../../model/registry/review-context.js'
import type { AccessReview, RulesReview, TokenReview } from './review-rules.js'

// Loaded on demand: most clusters never receive a review.
const rules = createLateLibrary(() => import('./review-rules.js'))

// Reviews are not stored, so the rules of ObjectMeta do not apply.
const question = {
  scope: 'Cluster' as const,
  schema: { ready: rules.load },
  create: { validate: () => [] },
  discovery: { verbs: ['create'] as const },
  subresources: { main: { resetFields: [], tables: false as const } },
  table: { columns: [] },
}
const access = { ...question, group: 'authorization.k8s.io' }
const ofSelf = (object: AccessReview, { user, authorize }: ReviewContext) =>
  rules.needed().decided(object, user, authorize)
const ofOther = (object: AccessReview, { authorize }: ReviewContext) =>
  rules.needed().decided(object, rules.needed().askedUser(object), authorize)

/** SelfSubjectAccessReview: may I do this? */
export const selfSubjectAccessReview = defineStructKind<AccessReview>(
  'authorization.v1.SelfSubjectAccessReview',
  () => ({
    ...access,
    names: { kind: 'SelfSubjectAccessReview', plural: 'selfsubjectaccessreviews' },
    create: {
      validate: (object) => rules.needed().validateSelf(object),
      review: ofSelf,
    },
  }),
)

/** SubjectAccessReview: may this user do this? */
export const subjectAccessReview = defineStructKind<AccessReview>('authorization.v1.SubjectAccessReview', () => ({
  ...access,
  names: { kind: 'SubjectAccessReview', plural: 'subjectaccessreviews' },
  create: { validate: (object) => rules.needed().validateOther(object), review: ofOther },
}))

/** LocalSubjectAccessReview: may this user do this in this namespace? */
export const localSubjectAccessReview = defineStructKind<AccessReview>(
  'authorization.v1.LocalSubjectAccessReview',
  () => ({
    ...access,
    names: { kind: 'LocalSubjectAccessReview', plural: 'localsubjectaccessreviews' },
    scope: 'Namespaced',
    create: { validate: (object) => rules.needed().validateLocal(object), review: ofOther },
  }),
)

/** SelfSubjectRulesReview: what may I do in this namespace? */
export const selfSubjectRulesReview = defineStructKind<RulesReview>(
  'authorization.v1.SelfSubjectRulesReview',
  ({ version }) => ({
    ...question,
    group: 'authorization.k8s.io',
    names: { kind: 'SelfSubjectRulesReview', plural: 'selfsubjectrulesreviews' },
    create: {
      ...question.create,
      review: (object, context) => rules.needed().rightsIn(object, context, version),
    },
  }),
)

/** SelfSubjectReview: who am I? */
export const selfSubjectReview = defineStructKind('authentication.v1.SelfSubjectReview', () => ({
  ...question,
  group: 'authentication.k8s.io',
  names: { kind: 'SelfSubjectReview', plural: 'selfsubjectreviews' },
  create: {
    ...question.create,
    review: ({ kind, apiVersion }, { user, now }) => ({
      kind,
      apiVersion,
      metadata: { creationTimestamp: now },
      status: { userInfo: rules.needed().userInfo(user) },
    }),
  },
}))

/** TokenReview: whose token is this? */
export const tokenReview = defineStructKind<TokenReview>('authentication.v1.TokenReview', () => ({
  ...question,
  group: 'authentication.k8s.io',
  names: { kind: 'TokenReview', plural: 'tokenreviews' },
  create: {
    ...question.create,
    judgesTokens: true,
    review: (object, context) => ({ ...object, status: rules.needed().judged(object, context) }),
  },
}))
