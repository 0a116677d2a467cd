import type { AdmissionPluginName } from './plugin-names.js'
import { builtInPlugins } from './plugins.js'
import type { AdmissionPlugin } from './types.js'

/** Plug-ins that are switched off, and those of one's own. */
type PluginChoice = {
  readonly disableAdmissionPlugins?: readonly AdmissionPluginName[]
  readonly admissionPlugins?: readonly AdmissionPlugin[]
}

// What a request uses up is counted once nobody refuses it any more.
const LAST = 'ResourceQuota'

/** The plug-ins of a choice, in the order they are asked. */
export function choosePlugins({
  disableAdmissionPlugins: off = [],
  admissionPlugins: own = [],
}: PluginChoice): readonly AdmissionPlugin[] {
  const on = builtInPlugins.filter(({ name }) => !off.some((each) => each === name))
  return [...on.filter(({ name }) => name !== LAST), ...own, ...on.filter(({ name }) => name === LAST)]
}
