import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareBytes } from '../../src/base/json/json.js'
import { createSortedMap } from '../../src/base/lists/sorted-map.js'
import type { PolicyRule, Subject } from '../../src/model/generated/types/rbac-v1.js'
import type { AccessRequest } from '../../src/model/registry/authorizer.js'
import type { KubeObject } from '../../src/schema/object.js'
import { createChangeLog } from '../../src/store/history.js'
import { createJudgements, createUsage } from '../../src/server/access/judgements.js'
import { createRbac } from '../../src/server/access/rbac.js'

// A plain authorizer, from https://kubernetes.io/docs/reference/access-authn-authz/rbac/: rights only add up.

type Role = { readonly namespace: string; readonly name: string; readonly rules: readonly PolicyRule[] }
type Binding = {
  /** Empty for a ClusterRoleBinding. */
  readonly namespace: string
  readonly kind: 'Role' | 'ClusterRole'
  readonly role: string
  readonly subjects: readonly Subject[]
}
type User = { readonly name: string; readonly groups: readonly string[] }

function allows(roles: readonly Role[], bindings: readonly Binding[], user: User, request: AccessRequest): boolean {
  return bindings.some((binding) => {
    const { namespace, kind, role: name } = binding
    const at = request.path === undefined ? request.namespace : ''
    if (namespace !== '' && namespace !== at) return false
    if (!binding.subjects.some((subject) => isMeant(subject, namespace, user))) return false
    const role = roles.find((each) => each.name === name && each.namespace === (kind === 'Role' ? namespace : ''))
    return role?.rules.some((rule) => grants(rule, request)) ?? false
  })
}

function isMeant({ kind, name, namespace }: Subject, bound: string, user: User): boolean {
  if (kind === 'User') return name === user.name
  if (kind === 'Group') return user.groups.includes(name)
  return user.name === `system:serviceaccount:${namespace ?? bound}:${name}`
}

function grants(rule: PolicyRule, request: AccessRequest): boolean {
  const any = (list: readonly string[] = [], ...values: string[]) =>
    list.some((each) => each === '*' || values.includes(each))
  if (!any(rule.verbs, request.verb)) return false
  const { path } = request
  if (path !== undefined)
    return (rule.nonResourceURLs ?? []).some((url) =>
      url.endsWith('*') ? path.startsWith(url.slice(0, -1)) : path === url,
    )
  const { group, resource, subresource, name } = request
  const wanted = subresource === '' ? [resource] : [`${resource}/${subresource}`, `*/${subresource}`]
  const names = rule.resourceNames ?? []
  return any(rule.apiGroups, group) && any(rule.resources, ...wanted) && (names.length === 0 || names.includes(name))
}

const oneOf = (...words: string[]) => fc.constantFrom(...words)
const some = (...words: string[]) => fc.uniqueArray(oneOf(...words), { minLength: 1, maxLength: 3 })
const rule = fc.oneof(
  fc.record({
    verbs: some('get', 'list', 'create', '*'),
    apiGroups: some('', 'apps', '*'),
    resources: some('pods', 'pods/log', '*/log', 'deployments', '*'),
    resourceNames: fc.uniqueArray(oneOf('a', 'b'), { maxLength: 2 }),
  }),
  fc.record({ verbs: some('get', '*'), nonResourceURLs: some('/healthz', '/healthz/*', '/version', '*') }),
)
const scope = oneOf('', 'shop', 'team')
const role = fc.record({ namespace: scope, name: oneOf('r', 's', 't'), rules: fc.array(rule, { maxLength: 3 }) })
const subject = fc.oneof(
  fc.record({ kind: oneOf('User', 'Group'), name: oneOf('ann', 'bob', 'dev') }),
  fc.record({ kind: fc.constant('ServiceAccount'), name: oneOf('robot', 'ann'), namespace: oneOf('shop', 'team') }),
)
const binding = fc
  .record({
    namespace: scope,
    isRole: fc.boolean(),
    role: oneOf('r', 's', 't'),
    subjects: fc.array(subject, { maxLength: 3 }),
  })
  .map(({ isRole, ...rest }): Binding => ({ ...rest, kind: isRole && rest.namespace !== '' ? 'Role' : 'ClusterRole' }))
const user = fc.record({
  name: oneOf('ann', 'bob', 'system:serviceaccount:shop:robot', 'system:serviceaccount:team:ann'),
  groups: fc.uniqueArray(oneOf('dev', 'ops'), { maxLength: 2 }),
})
const request: fc.Arbitrary<AccessRequest> = fc.oneof(
  fc.record({
    verb: oneOf('get', 'list', 'create', 'delete'),
    group: oneOf('', 'apps'),
    version: fc.constant('v1'),
    resource: oneOf('pods', 'deployments'),
    subresource: oneOf('', 'log', 'status'),
    namespace: scope,
    name: oneOf('', 'a', 'c'),
  }),
  fc.record({ verb: oneOf('get', 'post'), path: oneOf('/healthz', '/healthz/etcd', '/version', '/metrics') }),
)

/** What is stored instead of a role or a binding, by its place in a list: nothing, or another one. */
type Replaced = {
  readonly list: 'roles' | 'bindings'
  readonly index: number
  readonly role?: Role
  readonly binding?: Binding
}
const replaced: fc.Arbitrary<Replaced> = fc.record(
  { list: oneOf('roles', 'bindings') as fc.Arbitrary<Replaced['list']>, index: fc.nat({ max: 6 }), role, binding },
  { requiredKeys: ['list', 'index'] },
)

/** A server with roles and bindings that change. */
function createWorld() {
  const tables = new Map(
    ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map((name) => [
      `rbac.authorization.k8s.io/${name}`,
      { held: createSortedMap<KubeObject>(compareBytes), log: createChangeLog<KubeObject>(3, 0) },
    ]),
  )
  let revision = 1
  const put = (namespace: string, plural: string, name: string, members: object | undefined) => {
    const table = `rbac.authorization.k8s.io/${namespace === '' ? `cluster${plural}` : plural}`
    const { held, log } = tables.get(table)!
    const key = namespace === '' ? name : `${namespace}/${name}`
    const metadata = { name, ...(namespace === '' ? {} : { namespace }) }
    const next = members && ({ metadata, ...members } as KubeObject)
    const prev = held.get(key)
    if (next) held.set(key, next)
    else held.delete(key)
    log.append({ revision: ++revision, table, key, prev, next, cause: undefined })
  }
  return {
    putRole: ({ namespace, name, rules }: Role, isThere = true) =>
      put(namespace, 'roles', name, isThere ? { rules } : undefined),
    putBinding: (i: number, { namespace, kind, role: name, subjects }: Binding, isThere = true) =>
      put(namespace, 'rolebindings', `b${i}`, isThere ? { roleRef: { kind, name }, subjects } : undefined),
    source: {
      peek: (name: string) => tables.get(name)?.held,
      log: (name: string) => tables.get(name)!.log,
      revision: () => revision,
      epoch: () => 1,
    },
  }
}

/** Roles and bindings as they are listed, and the same in a server. */
function createBoth(roles: Role[], bindings: (Binding | undefined)[]) {
  const { putRole, putBinding, source } = createWorld()
  roles.forEach((each) => putRole(each))
  bindings.forEach((each, i) => each && putBinding(i, each))
  const replace = ({ list, index, role: other, binding: another }: Replaced) => {
    if (list === 'roles') {
      const old = roles[index]
      if (old) putRole(old, false)
      const others = roles.filter((each) => each !== old)
      const isNew = other && !others.some(({ namespace, name }) => namespace === other.namespace && name === other.name)
      if (isNew) putRole(other)
      roles = isNew ? [...others, other] : others
    } else {
      const old = bindings[index]
      // One in another namespace is another one.
      if (old && old.namespace !== another?.namespace) putBinding(index, old, false)
      if (another) putBinding(index, another)
      bindings = Object.assign([...bindings], { [index]: another })
    }
  }
  return {
    source,
    replace,
    allows: (who: User, what: AccessRequest) => allows(roles, bindings.filter(Boolean) as Binding[], who, what),
  }
}

test('the authorizer decides as a plain one that is written from the documentation, whatever changes meanwhile', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(role, { maxLength: 6, selector: ({ namespace, name }) => `${namespace}/${name}` }),
      fc.array(binding, { maxLength: 6 }),
      fc.array(fc.tuple(user, request), { maxLength: 20 }),
      fc.array(fc.array(replaced, { maxLength: 6 }), { maxLength: 4 }),
      (roles, bindings, asked, rounds) => {
        const { source, replace, allows: may } = createBoth(roles, bindings)
        const { authorize, state, rolesAbout } = createRbac(source)
        const { judge } = createJudgements(authorize, { stateFor: () => state, of: rolesAbout }, createUsage())
        for (const changes of [[], [], ...rounds]) {
          changes.forEach(replace)
          for (const [who, what] of asked) {
            // A decision that is remembered is that which would be made now.
            const { decision } = judge(who, [], JSON.stringify(what), () => what)
            expect(decision).toEqual(createRbac(source).authorize(who, what))
            expect(decision.decision).toBe(may(who, what) ? 'allow' : 'no opinion')
          }
        }
      },
    ),
    { numRuns: 1000 },
  )
})
