import { type Issue, invalid } from '../../base/issue.js'
import type { KubeObject } from '../../schema/object.js'
import { companion } from './companion.js'

type AccessReview = KubeObject & {
  readonly spec?: { readonly resourceAttributes?: object; readonly nonResourceAttributes?: object; readonly user?: string; readonly groups?: readonly string[] }
}

const question = { verbs: ['create'] as const, columns: [], scope: 'Cluster' as const }
const ALLOWED = { allowed: true }

/** SelfSubjectAccessReview: may I? Everything is allowed here. */
export const selfSubjectAccessReview = companion<AccessReview>('authorization.v1.SelfSubjectAccessReview', () => ({
  ...question,
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  group: 'authorization.k8s.io',
  validate: validateAccess,
  answer: (object) => ({ ...object, status: ALLOWED }),
}))

/** SubjectAccessReview: may they? */
export const subjectAccessReview = companion<AccessReview>('authorization.v1.SubjectAccessReview', () => ({
  ...question,
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  group: 'authorization.k8s.io',
  validate: (object) => [
    ...validateAccess(object),
    ...(object.spec?.user || object.spec?.groups?.length
      ? []
      : [invalid('spec.user', object.spec?.user ?? '', 'at least one of user or group must be specified')]),
  ],
  answer: (object) => ({ ...object, status: ALLOWED }),
}))

function validateAccess({ spec: { resourceAttributes, nonResourceAttributes } = {} }: AccessReview): readonly Issue[] {
  if (resourceAttributes && nonResourceAttributes)
    return [invalid('spec.nonResourceAttributes', nonResourceAttributes, 'cannot be specified in combination with resourceAttributes')]
  return resourceAttributes || nonResourceAttributes
    ? []
    : [invalid('spec.resourceAttributes', undefined, 'exactly one of nonResourceAttributes or resourceAttributes must be specified')]
}

/** SelfSubjectRulesReview: what may I? */
export const selfSubjectRulesReview = companion('authorization.v1.SelfSubjectRulesReview', () => ({
  ...question,
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  group: 'authorization.k8s.io',
  answer: (object) => ({
    ...object,
    status: {
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
      incomplete: false,
    },
  }),
}))

/** SelfSubjectReview: who am I? */
export const selfSubjectReview = companion('authentication.v1.SelfSubjectReview', () => ({
  ...question,
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  group: 'authentication.k8s.io',
  answer: (object, { user }) => ({ ...object, status: { userInfo: { username: user.name, groups: user.groups } } }),
}))

type TokenReview = KubeObject & { readonly spec?: { readonly token?: string } }

/** TokenReview: whose token is this? */
export const tokenReview = companion<TokenReview>('authentication.v1.TokenReview', () => ({
  ...question,
  kind: 'TokenReview',
  plural: 'tokenreviews',
  group: 'authentication.k8s.io',
  validate: ({ spec }) => (spec?.token ? [] : [invalid('spec.token', '', 'token is required for this resource')]),
  answer(object, { userOf }) {
    const user = userOf(object.spec?.token ?? '')
    const status = user ? { authenticated: true, user: { username: user.name, groups: user.groups } } : { user: {}, error: 'invalid bearer token' }
    return { ...object, status }
  },
}))
