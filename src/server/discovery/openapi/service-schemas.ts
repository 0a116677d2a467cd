import { always, array, boolean, string, struct } from '../../../schema/builders.js'
import type { Schema } from '../../../schema/types.js'
import { META } from '../../../schema/metadata.js'

const resource = struct(
  `${META}.APIResource`,
  {
    categories: array(string()),
    group: string(),
    kind: always(string()),
    name: always(string()),
    namespaced: always(boolean()),
    shortNames: array(string()),
    singularName: always(string()),
    storageVersionHash: string(),
    // The Go type has no list type, not even atomic.
    verbs: { type: 'array', items: string() } as Schema<readonly string[]>,
    version: string(),
  },
  { required: ['name', 'singularName', 'namespaced', 'kind', 'verbs'] },
)

/** `GET /apis/GROUP/VERSION` */
export const resourceListSchema = struct(
  `${META}.APIResourceList`,
  { apiVersion: string(), groupVersion: always(string()), kind: string(), resources: array(resource) },
  { required: ['groupVersion', 'resources'] },
)

const address = struct(
  `${META}.ServerAddressByClientCIDR`,
  { clientCIDR: always(string()), serverAddress: always(string()) },
  { required: ['clientCIDR', 'serverAddress'] },
)

/** `GET /api` */
export const versionsSchema = struct(
  `${META}.APIVersions`,
  { apiVersion: string(), kind: string(), serverAddressByClientCIDRs: array(address), versions: array(string()) },
  { required: ['versions', 'serverAddressByClientCIDRs'] },
)

const groupVersion = struct(
  `${META}.GroupVersionForDiscovery`,
  { groupVersion: always(string()), version: always(string()) },
  { required: ['groupVersion', 'version'] },
)

/** `GET /apis/GROUP` */
export const groupSchema = struct(
  `${META}.APIGroup`,
  {
    apiVersion: string(),
    kind: string(),
    name: always(string()),
    preferredVersion: groupVersion,
    serverAddressByClientCIDRs: array(address),
    versions: array(groupVersion),
  },
  { required: ['name', 'versions'] },
)

/** `GET /apis` */
export const groupListSchema = struct(
  `${META}.APIGroupList`,
  { apiVersion: string(), groups: array(groupSchema), kind: string() },
  { required: ['groups'] },
)

const versionMembers = [
  'major',
  'minor',
  'emulationMajor',
  'emulationMinor',
  'minCompatibilityMajor',
  'minCompatibilityMinor',
  'gitVersion',
  'gitCommit',
  'gitTreeState',
  'buildDate',
  'goVersion',
  'compiler',
  'platform',
]
const OPTIONAL = /^(emulation|minCompatibility)/

/** `GET /version` */
export const versionSchema: Schema = struct(
  'io.k8s.apimachinery.pkg.version.Info',
  Object.fromEntries(
    versionMembers.map((member): [string, Schema] => [member, OPTIONAL.test(member) ? string() : always(string())]),
  ),
  { required: versionMembers.filter((member) => !OPTIONAL.test(member)) },
)
