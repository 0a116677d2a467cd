import { type Element, idOf, partsOf } from '../../base/bytes/der.js'

export const COMMON_NAME = '2.5.4.3'
export const ORGANIZATION = '2.5.4.10'
/** The attribute for the uid of a user, of Kubernetes' own. */
export const UID = '1.3.6.1.4.1.57683.2'

/** What the subject of a certificate tells of a user. */
type Subject = {
  readonly commonName: string
  readonly organizations: readonly string[]
  readonly uids: readonly string[]
}

/** Reads a distinguished name. Of several common names, the last counts. */
export const readSubject = (subject: Element | undefined): Subject => ({
  commonName: namesIn(subject, COMMON_NAME).at(-1) ?? '',
  organizations: namesIn(subject, ORGANIZATION),
  uids: namesIn(subject, UID),
})

/** Returns the values of an attribute of a distinguished name. */
const namesIn = (subject: Element | undefined, wanted: string): readonly string[] =>
  partsOf(subject)
    .flatMap(partsOf)
    .map(partsOf)
    .flatMap(([id, value]) => (value && idOf(id) === wanted ? [new TextDecoder().decode(value.content)] : []))
