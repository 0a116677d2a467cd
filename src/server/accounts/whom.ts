import { code } from '../../base/check/arguments.js'
import { type Shape, text } from '../../base/check/shape.js'
import { listOf, members, requiring } from '../../base/check/shapes.js'
import { isObject } from '../../base/json/json.js'
import { accountGroups } from '../../model/registry/account-tokens.js'
import type { User } from '../../model/call/call.js'
import { type KnownUser, authenticated } from './identities.js'

/** Somebody to act as: the name of a user, a user, or a service account as `namespace/name`. */
export type Whom = string | Omit<KnownUser, 'token' | 'certificate'> | { readonly serviceAccount: string }

const users = members({ name: text, groups: listOf(text), uid: text, extra: code('lists of texts by name', isObject) })
const one = requiring(users, ['name'], 'a user has a name')
const account = members({
  serviceAccount: code(
    'a namespace and a name such as "shop/operator"',
    (value) => typeof value === 'string' && /^[^/]+\/[^/]+$/.test(value),
  ),
})

/** The shape of somebody to act as. */
export const whomShape: Shape = {
  check: (value, path) => (!isObject(value) ? text : 'serviceAccount' in value ? account : one).check(value, path),
  schema: {},
}

const ACCOUNT = 'system:serviceaccount:'

/** Returns the user that is meant; one that is known by its name has the groups it is known with. */
export function userOf(whom: Whom, known: readonly KnownUser[] = []): User {
  if (typeof whom === 'object' && 'serviceAccount' in whom) {
    const [namespace = '', name = ''] = whom.serviceAccount.split('/')
    return authenticated({ name: `${ACCOUNT}${namespace}:${name}`, groups: accountGroups(namespace) })
  }
  if (typeof whom === 'object') return authenticated(whom)
  const [namespace = ''] = whom.startsWith(ACCOUNT) ? whom.slice(ACCOUNT.length).split(':') : []
  if (namespace !== '') return authenticated({ name: whom, groups: accountGroups(namespace) })
  return authenticated(known.find(({ name }) => name === whom) ?? { name: whom })
}
