import {
  type Issue,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  requiredOf,
  tooLong,
} from '../../../base/errors/issue.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { GoText, jsonOf } from '../../../base/go/printable.js'
import { type JsonObject, getPath } from '../../../base/json/json.js'
import { goPointer, goStruct } from '../../shared/go-struct.js'
import {
  type MemberRule,
  type Rule,
  type StructTable,
  descendingPath,
  anyValue,
  isOneOf,
  itemsOf,
  supported,
  userId,
} from '../../struct/member-rules.js'
import { CONTAINER_LISTS } from './pod-types.js'

// In the order of validateWindows.
const NOT_ON_WINDOWS = {
  pod: [
    'securityContext.appArmorProfile',
    'securityContext.seLinuxOptions',
    'hostUsers',
    'hostPID',
    'hostIPC',
    'securityContext.seccompProfile',
    'securityContext.fsGroup',
    'securityContext.fsGroupChangePolicy',
    'securityContext.sysctls',
    'shareProcessNamespace',
    'securityContext.runAsUser',
    'securityContext.runAsGroup',
    'securityContext.supplementalGroups',
    'securityContext.supplementalGroupsPolicy',
    'securityContext.seLinuxChangePolicy',
  ],
  container: [
    'appArmorProfile',
    'seLinuxOptions',
    'seccompProfile',
    'capabilities',
    'readOnlyRootFilesystem',
    'privileged',
    'allowPrivilegeEscalation',
    'procMount',
    'runAsUser',
    'runAsGroup',
  ],
} as const

/** Returns the members that a pod has not on Windows; since v1.37 its own are looked at last. */
function notOnWindows(): readonly string[] {
  const { pod } = NOT_ON_WINDOWS
  if (!runsAtLeast('1.37')) return pod
  const isOwn = (path: string) => !path.includes('.')
  return [...pod.filter((path) => !isOwn(path)), ...pod.filter(isOwn)]
}

// Other flags are pointers, which may not even say false.
const isUnset = (path: string, value: unknown): boolean =>
  value === undefined || (value === false && (path === 'hostPID' || path === 'hostIPC'))

type Secured = { readonly securityContext?: JsonObject }

/** Validates a pod's os, and rejects fields which that OS does not support (validateOS). */
export const system: MemberRule = (value, field, owner) => {
  if (!value) return []
  const { name = '' } = value as { readonly name?: string } // ensured by the schema
  if (!name) return [requiredOf(`${field}.name`, 'cannot be empty')]
  if (name !== 'linux' && name !== 'windows') return [notSupported(field, name, ['linux', 'windows'])]
  const spec = field.replace(/\.os$/, '')
  const given = (struct: JsonObject | undefined, paths: readonly string[], at: string, why: string) =>
    paths
      .filter((path) => !isUnset(path, getPath(struct, path.split('.'))))
      .map((path) => forbidden(`${at}.${path}`, why))
  const isLinux = name === 'linux'
  const why = isLinux ? 'windows options cannot be set for a linux pod' : 'cannot be set for a windows pod'
  const all = CONTAINER_LISTS.flatMap((kind) =>
    itemsOf<Secured>(owner[kind]).map(({ securityContext }, i) => ({
      securityContext,
      at: `${spec}.${kind}[${i}].securityContext`,
    })),
  )
  return [
    ...given(owner, isLinux ? ['securityContext.windowsOptions'] : notOnWindows(), spec, why),
    ...all.flatMap(({ securityContext, at }) =>
      given(securityContext, isLinux ? ['windowsOptions'] : NOT_ON_WINDOWS.container, at, why),
    ),
  ]
}

const SYSCTL = '([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const IS_SYSCTL = new RegExp(`^${SYSCTL}$`)
const LONGEST_SYSCTL = 253

const sysctls: Rule = (list, field, _, { root }) => {
  const seen = new Set<string>()
  const shared = (name: string) => {
    const dotted = name.split('/').join('.')
    if (root['hostNetwork'] && dotted.startsWith('net.')) return ["may not be specified when 'hostNetwork' is true"]
    return root['hostIPC'] && /^(kernel\.(shm|msg|sem)|fs\.mqueue\.)/.test(dotted)
      ? ["may not be specified when 'hostIPC' is true"]
      : []
  }
  return itemsOf<{ readonly name: string }>(list).flatMap(({ name }, i) => {
    const at = `${field}[${i}].name`
    const twice = seen.has(name)
    seen.add(name)
    const isGood = name.length <= LONGEST_SYSCTL && IS_SYSCTL.test(name)
    return [
      ...(name ? [] : [required(at)]),
      ...(name && !isGood
        ? [invalid(at, name, `must have at most ${LONGEST_SYSCTL} characters and match regex ^${SYSCTL}$`)]
        : []),
      ...(isGood && twice ? [duplicate(at, name)] : []),
      ...shared(name).map((detail) => invalid(at, name, detail)),
    ]
  })
}

const PROFILES = ['Localhost', 'RuntimeDefault', 'Unconfined']
const LONGEST_PROFILE = 4095

const profileType =
  (what: string): MemberRule =>
  (value, field) =>
    value ? supported(...PROFILES)(value, field, {}) : [required(field, `type is required when ${what} is set`)]

/** Formats the profile as Go does; the pointer's address is arbitrary. */
const goSeccomp = (type: unknown, profile: unknown) =>
  goStruct('core.SeccompProfile', {
    Type: String(type ?? ''),
    LocalhostProfile: new GoText('(*string)(0xc000000000)', () => jsonOf(profile)),
  })

const seccompProfile: MemberRule = (profile, field, { type }) => {
  if (type !== 'Localhost')
    return profile === undefined
      ? []
      : [invalid(field, goSeccomp(type, profile), 'can only be set when seccomp type is Localhost')]
  return profile === undefined
    ? [required(field, 'must be set when seccomp type is Localhost')]
    : descendingPath(profile, field, {})
}

/** Validates the profile of a node that is named for AppArmor (ValidateAppArmorProfileField). */
export const appArmorProfile: MemberRule = (profile, field, { type = '' }): readonly Issue[] => {
  const text = (profile ?? '') as string // ensured by the schema
  if (type === 'Localhost')
    return [
      ...(text.trim() === text ? [] : [invalid(field, text, 'must not be padded with whitespace')]),
      ...(text ? [] : [required(field, 'must be set when AppArmor type is Localhost')]),
      ...(text.length > LONGEST_PROFILE ? [tooLong(field, LONGEST_PROFILE)] : []),
    ]
  return profile !== undefined && isOneOf(PROFILES, type)
    ? [invalid(field, profile, 'can only be set when AppArmor type is Localhost')]
    : []
}

type Shown = readonly [member: string, type: string, inner?: readonly string[]]

/** The members of a security context in Go's order, with their types. */
const SHOWN: readonly Shown[] = [
  ['capabilities', 'core.Capabilities', ['add', 'drop']],
  ['privileged', 'bool'],
  ['seLinuxOptions', 'core.SELinuxOptions', ['user', 'role', 'type', 'level']],
  [
    'windowsOptions',
    'core.WindowsSecurityContextOptions',
    ['gmsaCredentialSpecName', 'gmsaCredentialSpec', 'runAsUserName', 'hostProcess'],
  ],
  ['runAsUser', 'int64'],
  ['runAsGroup', 'int64'],
  ['runAsNonRoot', 'bool'],
  ['readOnlyRootFilesystem', 'bool'],
  ['allowPrivilegeEscalation', 'bool'],
  ['procMount', 'core.ProcMountType'],
  ['seccompProfile', 'core.SeccompProfile', ['type', 'localhostProfile']],
  ['appArmorProfile', 'core.AppArmorProfile', ['type', 'localhostProfile']],
]

const goName = (member: string) => member.replace(/^(se(?=L)|gmsa|[a-z])/, (start) => start.toUpperCase())

/** Formats a container's security context, all of whose members are pointers. */
const goSecurityContext = (context: JsonObject): GoText => {
  const valueOf = ([member, type, inner]: Shown): unknown => {
    const value = context[member]
    if (!inner || value === undefined) return value
    const members = value as JsonObject // as listed
    const isText = (each: string) => member === 'seLinuxOptions' || each === 'type'
    const shown = inner.map((each): readonly [string, string | GoText] => [
      goName(each),
      isText(each) ? String(members[each] ?? '') : goPointer('string', members[each]),
    ])
    return goStruct(type, Object.fromEntries(shown))
  }
  return goStruct(
    'core.SecurityContext',
    Object.fromEntries(SHOWN.map((shown) => [goName(shown[0]), goPointer(shown[1], valueOf(shown))])),
  )
}

const escalation: Rule = (_, field, owner) => {
  const { allowPrivilegeEscalation, privileged, capabilities } = owner
  if (allowPrivilegeEscalation !== false) return []
  const { add = [] } = (capabilities ?? {}) as { readonly add?: readonly string[] } // ensured by the schema
  const refused = (why: string) => invalid(field, goSecurityContext(owner), why)
  return [
    ...(privileged ? [refused('cannot set `allowPrivilegeEscalation` to false and `privileged` to true')] : []),
    ...add
      .filter((name) => name === 'CAP_SYS_ADMIN')
      .map(() => refused('cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN')),
  ]
}

/** The validation rules of security contexts. */
export const SECURITY: StructTable = {
  'core.v1.AppArmorProfile': { type: profileType('appArmorProfile'), localhostProfile: appArmorProfile },
  'core.v1.PodSecurityContext': {
    fsGroup: userId,
    runAsUser: userId,
    runAsGroup: userId,
    supplementalGroups: (list, field) =>
      ((list ?? []) as readonly number[]).flatMap((id, i) => userId(id, `${field}[${i}]`, {})), // numbers
    $: (_, field, __, { root }) => {
      if (!root['shareProcessNamespace'] || !root['hostPID']) return []
      const at = runsAtLeast('1.37') ? field.replace(/\.securityContext$/, '') : field
      return [invalid(`${at}.shareProcessNamespace`, true, 'ShareProcessNamespace and HostPID cannot both be enabled')]
    },
    sysctls,
    fsGroupChangePolicy: supported('Always', 'OnRootMismatch'),
    seccompProfile: anyValue,
    windowsOptions: anyValue,
    appArmorProfile: anyValue,
    supplementalGroupsPolicy: supported('Merge', 'Strict'),
    seLinuxChangePolicy: (value, field, owner) =>
      supported(...(runsAtLeast('1.37') ? ['MountOption', 'Recursive'] : ['Recursive']))(value, field, owner),
  },
  'core.v1.SeccompProfile': { type: profileType('seccompProfile'), localhostProfile: seccompProfile },
  'core.v1.SecurityContext': {
    privileged: anyValue,
    runAsUser: userId,
    runAsGroup: userId,
    procMount: (value, field, _, { root }) =>
      value === 'Unmasked' && root['hostUsers'] !== false
        ? [invalid(field, value, '`hostUsers` must be false to use `Unmasked`')]
        : supported('Default', 'Unmasked')(value, field, {}),
    seccompProfile: anyValue,
    $: escalation,
    windowsOptions: anyValue,
    appArmorProfile: anyValue,
  },
}
