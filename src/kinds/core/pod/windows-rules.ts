import { type Issue, invalid } from '../../../base/errors/issue.js'
import { namedText } from '../../../base/go/printable.js'
import type { JsonObject } from '../../../base/json/json.js'
import { dns1123Subdomain } from '../../../base/rules/names.js'
import { utf8Length } from '../../../base/bytes/utf8.js'
import { type MemberRule, type Rule, type StructTable, itemsOf } from '../../struct/member-rules.js'
import { CONTAINER_LISTS } from './pod-types.js'

const LONGEST_SPEC_KIB = 64
const LONGEST_DOMAIN = 256
const LONGEST_USER = 104

const credentialName: MemberRule = (name, field) =>
  typeof name === 'string' ? dns1123Subdomain(name).map((detail) => invalid(field, namedText(name), detail)) : []

const credential: MemberRule = (text, field) => {
  if (typeof text !== 'string') return []
  if (!text) return [invalid(field, namedText(text), 'gmsaCredentialSpec cannot be an empty string')]
  return utf8Length(text) > LONGEST_SPEC_KIB * 1024
    ? [invalid(field, namedText(text), `gmsaCredentialSpec size must be under ${LONGEST_SPEC_KIB} KiB`)]
    : []
}

const CONTROL = /\p{Cc}/u
const NET_BIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/
const DNS_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const DNS_DOMAIN = new RegExp(`^${DNS_LABEL}(?:\\.${DNS_LABEL})*$`)

/** Returns the faults of a user name: `DOMAIN\user`, or without the domain. */
function userFaults(name: string): readonly string[] {
  if (!name) return ['runAsUserName cannot be an empty string']
  if (CONTROL.test(name)) return ['runAsUserName cannot contain control characters']
  const parts = name.split('\\')
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash']
  const user = parts.at(-1) ?? ''
  const domain = parts.length === 2 ? parts[0] : undefined
  return [
    ...(utf8Length(domain ?? '') >= LONGEST_DOMAIN
      ? [`runAsUserName's Domain length must be under ${LONGEST_DOMAIN} characters`]
      : []),
    ...(domain === undefined || NET_BIOS.test(domain) || DNS_DOMAIN.test(domain)
      ? []
      : ["runAsUserName's Domain doesn't match the NetBios nor the DNS format"]),
    ...(user ? [] : ["runAsUserName's User cannot be empty"]),
    ...(utf8Length(user) > LONGEST_USER
      ? [`runAsUserName's User length must not be longer than ${LONGEST_USER} characters`]
      : []),
    ...(/^[. ]+$/.test(user) ? ["runAsUserName's User cannot contain only periods or spaces"] : []),
    ...(/["/\\:;|=,+*?<>@[\]]/.test(user)
      ? ['runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']
      : []),
  ]
}

const userName: MemberRule = (name, field) =>
  typeof name === 'string' ? userFaults(name).map((detail) => invalid(field, namedText(name), detail)) : []

/** The validation rules of Windows options (validateWindowsSecurityContextOptions). */
export const WINDOWS: StructTable = {
  'core.v1.WindowsSecurityContextOptions': {
    gmsaCredentialSpecName: credentialName,
    gmsaCredentialSpec: credential,
    runAsUserName: userName,
  },
}

type Secured = { readonly securityContext?: { readonly windowsOptions?: { readonly hostProcess?: boolean } } }

/** Validates HostProcess containers: all of a pod are, or none (validateWindowsHostProcessPod). */
export const hostProcesses: Rule = (_, field, owner: JsonObject & Secured) => {
  const ofPod = owner.securityContext?.windowsOptions?.hostProcess
  const asked = CONTAINER_LISTS.flatMap((kind) =>
    itemsOf<Secured>(owner[kind]).map(({ securityContext }, i) => ({
      at: `${field}.${kind}[${i}].securityContext.windowsOptions.hostProcess`,
      own: securityContext?.windowsOptions?.hostProcess,
    })),
  )
  const others = asked.flatMap(({ at, own }): readonly Issue[] =>
    ofPod === undefined || own === undefined || own === ofPod
      ? []
      : [invalid(at, own, `pod hostProcess value must be identical if both are specified, was ${ofPod}`)],
  )
  const processes = asked.filter(({ own }) => own ?? ofPod).length
  if (processes === 0) return others
  return [
    ...others,
    ...(processes === asked.length
      ? []
      : [
          invalid(
            field,
            '',
            'If pod contains any hostProcess containers then all containers must be HostProcess containers',
          ),
        ]),
    ...(owner['hostNetwork']
      ? []
      : [
          invalid(`${field}.hostNetwork`, false, 'hostNetwork must be true if pod contains any hostProcess containers'),
        ]),
  ]
}
