import { wordingNow } from '../../../base/errors/wording.js'
import { isNoted } from '../../../base/json/as-given.js'
import { stringifyJson } from '../../../base/json/json.js'
import { createRecentTexts } from '../../../base/lists/recent-texts.js'
import { isInTurns } from '../../../base/turns/work-in-parts.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import type { PodSpec } from './pod-types.js'

/** What has been found out about a spec: each fact depends on nothing but the spec and the version whose rules run. */
type KnownSpec = {
  /** Set if it has all defaults. */
  isFull: boolean | undefined
  /** Set if it is valid. */
  isSound: boolean | undefined
  /** The feature gates by which a new pod has it as it is. */
  settledBy: FeatureGates | undefined
  /** Set if there is nothing to warn of in it. */
  isPlain: boolean | undefined
  qosClass: string | undefined
}

// With all members from the start: V8 gives those that are added in another order another hidden class.
const nothingKnown = (): KnownSpec => ({
  isFull: undefined,
  isSound: undefined,
  settledBy: undefined,
  isPlain: undefined,
  qosClass: undefined,
})

const byText = createRecentTexts<KnownSpec>()
// A write asks about its spec several times in a row.
const last: { spec?: PodSpec; version?: string; known: KnownSpec } = { known: nothingKnown() }

/**
 * Returns what is known of a spec, to be added to: the same for all specs of the same text, apart from their nodes and
 * the name of the volume with their token. Pods of one template differ in these only, whether a controller makes them
 * or a client sends the template each time.
 */
export function knownSpec(spec: PodSpec): KnownSpec {
  const { version } = wordingNow()
  if (spec === last.spec && version === last.version) return last.known
  // What was given is not all in the text. A large spec would take its turn.
  const known =
    isInTurns() || isNoted(spec) || !byText.isPromising() ? nothingKnown() : knownText(`${version} ${textOf(spec)}`)
  last.spec = spec
  last.version = version
  last.known = known
  return known
}

function knownText(text: string): KnownSpec {
  let known = byText.get(text)
  if (!known) byText.set(text, (known = nothingKnown()))
  return known
}

const TOKEN_VOLUME = /^kube-api-access-[0-9a-z]{5}$/

// A control character is not in a text of JSON otherwise, so that two names for one volume stay two.
const ANY_NAME = '\0'

function textOf(spec: PodSpec): string {
  const { nodeName, ...unplaced } = spec
  const text = stringifyJson(nodeName === undefined ? spec : unplaced)
  const token = spec.volumes?.find((volume) => TOKEN_VOLUME.test(String(volume['name'])))
  return token ? text.replaceAll(String(token['name']), ANY_NAME) : text
}
