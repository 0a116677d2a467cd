import type { PathVerb, ResourceVerb } from '../../base/access.js'
import { dns1123Label, dns1123Subdomain } from '../../base/rules/names.js'
import { CelError } from '../run/cel-error.js'

/** What an expression asks an authorizer for; selectors are as it gives them, empty without one. */
export type AccessQuestion =
  PathVerb | (ResourceVerb & { readonly fieldSelector: string; readonly labelSelector: string })

/** What the authorizer answers. */
type AccessAnswer = { readonly allowed: boolean; readonly reason: string; readonly error?: string | undefined }

/** The rights of one user, which the variable `authorizer` asks for. */
export type Rights = {
  readonly check: (question: AccessQuestion) => AccessAnswer
  readonly ofServiceAccount: (namespace: string, name: string) => Rights
}

class AuthorizerValue {
  readonly typeName = 'kubernetes.authorization.Authorizer'
  readonly rights: Rights
  constructor(rights: Rights) {
    this.rights = rights
  }
}

class PathCheck {
  readonly typeName = 'kubernetes.authorization.PathCheck'
  readonly rights: Rights
  readonly path: string
  constructor(rights: Rights, path: string) {
    this.rights = rights
    this.path = path
  }
}

class GroupCheck {
  readonly typeName = 'kubernetes.authorization.GroupCheck'
  readonly rights: Rights
  readonly group: string
  constructor(rights: Rights, group: string) {
    this.rights = rights
    this.group = group
  }
}

type Resource = Omit<Exclude<AccessQuestion, { readonly path: string }>, 'verb' | 'path'>

class ResourceCheck {
  readonly typeName = 'kubernetes.authorization.ResourceCheck'
  readonly rights: Rights
  readonly resource: Resource
  constructor(rights: Rights, resource: Resource) {
    this.rights = rights
    this.resource = resource
  }
}

class Decision {
  readonly typeName = 'kubernetes.authorization.Decision'
  readonly answer: AccessAnswer
  constructor(answer: AccessAnswer) {
    this.answer = answer
  }
}

const EVERYWHERE = { subresource: '', namespace: '', name: '', fieldSelector: '', labelSelector: '' }

/** Makes the value of the variable `authorizer`. */
export const authorizerValue = (rights: Rights): unknown => new AuthorizerValue(rights)

/** Makes the value of the variable `authorizer.requestResource`. */
export const requestResourceValue = (
  rights: Rights,
  resource: Pick<Resource, 'group' | 'resource' | 'subresource' | 'namespace' | 'name'>,
): unknown => new ResourceCheck(rights, { ...EVERYWHERE, ...resource })

type Run = (...values: readonly unknown[]) => unknown

/** Defines a method that narrows a check of a resource. */
const narrowed =
  (member: keyof typeof EVERYWHERE): Run =>
  (check, value) =>
    check instanceof ResourceCheck && typeof value === 'string'
      ? new ResourceCheck(check.rights, { ...check.resource, [member]: value })
      : undefined

/** Defines a method of a decision. */
const ofDecision =
  (tell: (answer: AccessAnswer) => unknown): Run =>
  (decision) =>
    decision instanceof Decision ? tell(decision.answer) : undefined

function notEmpty(text: string, what: string): string {
  if (text.trim() === '') throw new CelError(`${what} must not be empty`)
  return text
}

/** The methods of authorization checks (library: Authz, AuthzSelectors). */
export const AUTHORIZER_FUNCTIONS: { readonly [name: string]: Run } = {
  path: (authorizer, path) =>
    authorizer instanceof AuthorizerValue && typeof path === 'string'
      ? new PathCheck(authorizer.rights, notEmpty(path, 'path'))
      : undefined,
  group: (authorizer, group) =>
    authorizer instanceof AuthorizerValue && typeof group === 'string'
      ? new GroupCheck(authorizer.rights, group)
      : undefined,
  serviceAccount(authorizer, namespace, name) {
    if (!(authorizer instanceof AuthorizerValue) || typeof namespace !== 'string' || typeof name !== 'string')
      return undefined
    if (dns1123Subdomain(name).length > 0) throw new CelError('Invalid service account name')
    if (dns1123Label(namespace).length > 0) throw new CelError('Invalid service account namespace')
    return new AuthorizerValue(authorizer.rights.ofServiceAccount(namespace, name))
  },
  resource: (check, resource) =>
    check instanceof GroupCheck && typeof resource === 'string'
      ? new ResourceCheck(check.rights, {
          ...EVERYWHERE,
          group: check.group,
          resource: notEmpty(resource, 'resource'),
        })
      : undefined,
  subresource: narrowed('subresource'),
  namespace: narrowed('namespace'),
  name: narrowed('name'),
  fieldSelector: narrowed('fieldSelector'),
  labelSelector: narrowed('labelSelector'),
  check(check, verb) {
    if (typeof verb !== 'string') return undefined
    if (check instanceof PathCheck) return new Decision(check.rights.check({ verb, path: check.path }))
    return check instanceof ResourceCheck ? new Decision(check.rights.check({ verb, ...check.resource })) : undefined
  },
  allowed: ofDecision(({ allowed }) => allowed),
  reason: ofDecision(({ reason }) => reason),
  errored: ofDecision(({ error }) => error !== undefined),
  error: ofDecision(({ error }) => error ?? ''),
}
