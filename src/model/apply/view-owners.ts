import { type KubeObject, withMetadata } from '../../schema/object.js'
import { mustHave } from '../../base/must-have.js'
import { withMembers } from '../../base/json/json.js'
import type { SubresourceView } from '../registry/kind-def.js'
import { difference, fieldsOfPaths, includes } from './fields.js'
import { type Owner, entriesOf, isSame, ownersOf } from './managers.js'
import { withOwners } from './track.js'

/**
 * Returns the view of an object with the owners of the field that both share (apimachinery:
 * ScaleHandler.ToSubresource).
 */
export function withOwnersInView(view: SubresourceView, object: KubeObject): KubeObject {
  const { owned, def } = view
  const fields = fieldsOfPaths([owned.shown])
  const owners = storedOwners(object).filter((owner) => ownsMember(view, owner))
  const managedFields = entriesOf(owners.map((owner) => withMembers(owner, { apiVersion: def.apiVersion, fields })))
  const shown = (view.base ?? view.show)(object)
  return managedFields ? withMetadata(shown, { managedFields }) : shown
}

/**
 * Returns the object changed through its view, with the owners of the shared field (apimachinery:
 * ScaleHandler.ToParent): managers that no longer own the field in the view lose it, and new owners in the view get an
 * entry without a time.
 */
export function withOwnersOfView(view: SubresourceView, object: KubeObject, shown: KubeObject): KubeObject {
  const { owned } = view
  const wanted =
    ownersOf(shown.metadata.managedFields)?.filter(({ fields }) => includes(fields, fieldsOfPaths([owned.shown]))) ?? []
  const stored = storedOwners(object).filter(({ apiVersion }) => apiVersion in owned.kept)
  const keeps = (owner: Owner) => !ownsMember(view, owner) || wanted.some((other) => isSame(other, owner))
  const kept = stored.map((owner) =>
    keeps(owner) ? owner : withMembers(owner, { fields: difference(owner.fields, memberOf(view, owner.apiVersion)) }),
  )
  const fields = memberOf(view, object.apiVersion)
  const added = wanted
    .filter((owner) => !stored.some((other) => ownsMember(view, other) && isSame(other, owner)))
    .map((owner) =>
      withMembers(owner, {
        apiVersion: object.apiVersion,
        fields,
        time: stored.find((other) => isSame(other, owner))?.time,
      }),
    )
  return withOwners(view.change(object, shown), [...kept, ...added])
}

const storedOwners = ({ metadata }: KubeObject): readonly Owner[] => ownersOf(metadata.managedFields) ?? []

const memberOf = ({ owned }: SubresourceView, apiVersion: string) =>
  fieldsOfPaths([mustHave(owned.kept[apiVersion], 'the member a version has in common with its view')])

const ownsMember = (view: SubresourceView, { apiVersion, fields }: Owner): boolean =>
  view.owned.kept[apiVersion] !== undefined && includes(fields, memberOf(view, apiVersion))
