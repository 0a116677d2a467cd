import { always, array, boolean, string, struct } from '../../schema/builders.js'
import { described } from '../../schema/described.js'
import type { Schema } from '../../schema/types.js'
import { META } from './names.js'

const KIND = 'The kind of this document.'
const API_VERSION = 'The version of the API this document is written in.'

const resource = struct(
  `${META}.APIResource`,
  described(
    {
      categories: array(string()),
      group: string(),
      kind: always(string()),
      name: always(string()),
      namespaced: always(boolean()),
      shortNames: array(string()),
      singularName: always(string()),
      storageVersionHash: string(),
      // Neither atomic nor anything else: its Go type tells no list type.
      verbs: { type: 'array', items: string() } as Schema<readonly string[]>,
      version: string(),
    },
    {
      categories: 'Groups of resources this one belongs to, as in `all`.',
      group: 'Group of the kind, where it is not the document’s.',
      kind: 'Kind of the objects.',
      name: 'The resource in the plural, with its subresource after a slash.',
      namespaced: 'Whether objects live in a namespace.',
      shortNames: 'Names that are quicker to type.',
      singularName: 'The resource in the singular.',
      storageVersionHash: 'Fingerprint of the version objects are stored in.',
      verbs: 'What may be asked of the resource.',
      version: 'Version of the kind, where it is not the document’s.',
    },
  ),
  { required: ['name', 'singularName', 'namespaced', 'kind', 'verbs'] },
)

/** `GET /apis/GROUP/VERSION` */
export const resourceListSchema = struct(
  `${META}.APIResourceList`,
  described(
    { apiVersion: string(), groupVersion: always(string()), kind: string(), resources: array(resource) },
    {
      apiVersion: API_VERSION,
      groupVersion: 'Group and version of the resources.',
      kind: KIND,
      resources: 'The resources and their subresources.',
    },
  ),
  { required: ['groupVersion', 'resources'], description: 'The resources of a group version.' },
)

const address = struct(
  `${META}.ServerAddressByClientCIDR`,
  described(
    { clientCIDR: always(string()), serverAddress: always(string()) },
    { clientCIDR: 'Addresses of the clients this is for.', serverAddress: 'Where they reach the server.' },
  ),
  { required: ['clientCIDR', 'serverAddress'] },
)

/** `GET /api` */
export const versionsSchema = struct(
  `${META}.APIVersions`,
  described(
    { apiVersion: string(), kind: string(), serverAddressByClientCIDRs: array(address), versions: array(string()) },
    {
      apiVersion: API_VERSION,
      kind: KIND,
      serverAddressByClientCIDRs: 'Where clients reach the server.',
      versions: 'Versions of the core group.',
    },
  ),
  { required: ['versions', 'serverAddressByClientCIDRs'], description: 'The versions of the core group.' },
)

const groupVersion = struct(
  `${META}.GroupVersionForDiscovery`,
  described(
    { groupVersion: always(string()), version: always(string()) },
    { groupVersion: 'Group and version.', version: 'The version alone.' },
  ),
  { required: ['groupVersion', 'version'] },
)

/** `GET /apis/GROUP` */
export const groupSchema = struct(
  `${META}.APIGroup`,
  described(
    {
      apiVersion: string(),
      kind: string(),
      name: always(string()),
      preferredVersion: groupVersion,
      serverAddressByClientCIDRs: array(address),
      versions: array(groupVersion),
    },
    {
      apiVersion: API_VERSION,
      kind: KIND,
      name: 'Name of the group.',
      preferredVersion: 'The version to use where any will do.',
      serverAddressByClientCIDRs: 'Where clients reach the server.',
      versions: 'Versions of the group, best first.',
    },
  ),
  { required: ['name', 'versions'], description: 'A group and its versions.' },
)

/** `GET /apis` */
export const groupListSchema = struct(
  `${META}.APIGroupList`,
  described(
    { apiVersion: string(), groups: array(groupSchema), kind: string() },
    { apiVersion: API_VERSION, groups: 'The groups.', kind: KIND },
  ),
  { required: ['groups'], description: 'The named groups.' },
)

const versionTexts = {
  major: 'Major version of the server.',
  minor: 'Minor version of the server.',
  emulationMajor: 'Major version of the API that is served.',
  emulationMinor: 'Minor version of the API that is served.',
  minCompatibilityMajor: 'Major version of the oldest server this one works with.',
  minCompatibilityMinor: 'Minor version of the oldest server this one works with.',
  gitVersion: 'Version of the server, as in `v1.33.0`.',
  gitCommit: 'The commit the server was built from.',
  gitTreeState: 'Whether that was all: `clean` or `dirty`.',
  buildDate: 'When the server was built.',
  goVersion: 'Version of the compiler.',
  compiler: 'Name of the compiler.',
  platform: 'System and processor the server runs on.',
}
const OPTIONAL = /^(emulation|minCompatibility)/
const versionMembers = Object.keys(versionTexts)

/** `GET /version` */
export const versionSchema: Schema = struct(
  'io.k8s.apimachinery.pkg.version.Info',
  described(
    Object.fromEntries(
      versionMembers.map((member): [string, Schema] => [member, OPTIONAL.test(member) ? string() : always(string())]),
    ),
    versionTexts,
  ),
  { required: versionMembers.filter((member) => !OPTIONAL.test(member)), description: 'The version of the server.' },
)
