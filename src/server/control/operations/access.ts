import type { PathVerb, ResourceVerb } from '../../../base/access.js'
import { failure, messageOf } from '../../../base/errors/status.js'
import { map, text, whole } from '../../../base/check/shape.js'
import { inQuery, needed } from '../field.js'
import { type Operation, operation } from '../operation.js'
import { items, nothing } from '../reply.js'
import type { Controlled } from '../controlled.js'
import { sourcesOf } from '../sources.js'

const user = needed(inQuery<string>(text, 'a user, such as system:serviceaccount:shop:operator'))
const name = inQuery<string>(text, 'what messages of faults call the text')
const roleTexts = {
  media: 'application/yaml',
  about:
    'Roles and ClusterRoles, YAML or JSON, of which other objects are left out; or a JSON list of texts with names, {name, text}',
} as const

/** Operations on what users did and were refused. */
export const accessOperations: readonly Operation[] = [
  operation({
    command: 'access used',
    method: 'GET',
    path: '/access/used',
    about: 'The smallest Role and ClusterRole that cover what a user did, as YAML, where requests are authorized.',
    fields: { user },
    reply: { type: 'text', media: 'application/yaml' },
    run: ({ cluster }, given) => String(accessOf(cluster).used(given.user)),
  }),
  operation({
    command: 'access beyond',
    method: 'POST',
    path: '/access/beyond',
    about: 'The part of what a user did that Roles and ClusterRoles do not cover, as YAML: nothing if they suffice.',
    fields: { user, name },
    text: roleTexts,
    reply: { type: 'text', media: 'application/yaml' },
    async run({ cluster }, given, body) {
      const roles = await sourcesOf(body, given.name ?? 'roles')
      await cluster.ready()
      return String(accessOf(cluster).used(given.user).beyond(roles))
    },
  }),
  operation({
    command: 'access unused',
    method: 'POST',
    path: '/access/unused',
    about: 'The rules of Roles and ClusterRoles that nobody needed.',
    fields: { user: inQuery<string>(text, 'only for what this user did'), name },
    text: roleTexts,
    reply: items({ namespace: text, rule: map }),
    async run({ cluster }, given, body) {
      const roles = await sourcesOf(body, given.name ?? 'roles')
      await cluster.ready()
      return { items: accessOf(cluster).unused(roles, given.user) }
    },
  }),
  operation({
    command: 'access refused',
    method: 'GET',
    path: '/access/refused',
    about: 'What users were refused, or would have been where access is audited only.',
    fields: { user: inQuery<string>(text, 'only of this user') },
    reply: items({ user: text, verb: text, what: text, namespace: text, name: text, count: whole(1) }),
    run: ({ cluster }, given) => ({
      items: accessOf(cluster)
        .refused(given.user)
        .map(({ user: who, request, count }) => ({ user: who, ...told(request), count })),
    }),
  }),
  operation({
    command: 'access clear',
    method: 'DELETE',
    path: '/access',
    about: 'Forgets what users did and were refused.',
    reply: nothing,
    run({ cluster }) {
      accessOf(cluster).clear()
      return {}
    },
  }),
]

function told(request: ResourceVerb | PathVerb) {
  const { verb } = request
  if (request.path !== undefined) return { verb, what: request.path, namespace: '', name: '' }
  const { group, resource, subresource, namespace, name } = request
  const whole = subresource === '' ? resource : `${resource}/${subresource}`
  return { verb, what: group === '' ? whole : `${whole}.${group}`, namespace, name }
}

/** Returns what is known of access. @throws StatusError 409 where requests are not authorized */
function accessOf({ access }: Pick<Controlled, 'access'>): Controlled['access'] {
  try {
    access.refused()
    return access
  } catch (error) {
    throw failure(409, 'Conflict', messageOf(error))
  }
}
