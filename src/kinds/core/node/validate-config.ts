import { GoText } from '../../../base/go/printable.js'
import { type Issue, forbidden, invalid, required } from '../../../base/errors/issue.js'
import { configMapKey, dns1123Label, dns1123Subdomain } from '../../../base/rules/names.js'
import type { Profile } from '../../../model/registry/profile.js'
import type { Node, NodeConfigSource } from './schema.js'

type ConfigMap = NonNullable<NodeConfigSource['configMap']>
type ConfigStatus = NonNullable<NonNullable<Node['status']>['config']>

/** Validates `spec.configSource`, a removed feature: creates and updates drop the field unless it is stored already. */
export const validateConfigSource = (source: NodeConfigSource, field: string, profile: Profile): readonly Issue[] =>
  validateSource(source, field, profile, ({ uid, resourceVersion }, at) => [
    ...(uid ? [forbidden(`${at}.uid`, 'uid must not be set in spec')] : []),
    ...(resourceVersion ? [forbidden(`${at}.resourceVersion`, 'resourceVersion must not be set in spec')] : []),
  ])

/** Validates `status.config`. */
export const validateConfigStatus = (config: ConfigStatus, field: string, profile: Profile): readonly Issue[] =>
  (['assigned', 'active', 'lastKnownGood'] as const).flatMap((member) => {
    const source = config[member]
    return source ? validateSource(source, `${field}.${member}`, profile, requireIdentity) : []
  })

const requireIdentity = ({ uid, resourceVersion }: ConfigMap, at: string) => [
  ...(uid ? [] : [required(`${at}.uid`, 'uid must be set in status')]),
  ...(resourceVersion ? [] : [required(`${at}.resourceVersion`, 'resourceVersion must be set in status')]),
]

function validateSource(
  { configMap }: NodeConfigSource,
  field: string,
  { members }: Profile,
  own: (map: ConfigMap, at: string) => readonly Issue[],
): readonly Issue[] {
  if (!configMap)
    return [
      invalid(
        field,
        new GoText('core.NodeConfigSource{ConfigMap:(*core.ConfigMapNodeConfigSource)(nil)}'),
        'exactly one reference subfield must be non-nil',
      ),
    ]
  const at = `${field}.configMap`
  const key = members.agentConfigKey
  return [
    ...own(configMap, at),
    ...validateText(configMap.namespace, `${at}.namespace`, 'namespace', dns1123Label),
    ...validateText(configMap.name, `${at}.name`, 'name', dns1123Subdomain),
    // The profile names the field; its type is that of agentConfigKey.
    ...validateText(configMap[key as 'agentConfigKey'], `${at}.${key}`, key, configMapKey),
  ]
}

const validateText = (
  value: string | undefined,
  field: string,
  name: string,
  rule: (value: string) => readonly string[],
): readonly Issue[] =>
  value ? rule(value).map((detail) => invalid(field, value, detail)) : [required(field, `${name} must be set`)]
