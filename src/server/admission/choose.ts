import type { AdmissionPluginName } from './plugin-names.js'
import { builtInPlugins } from './plugins.js'
import type { AdmissionPlugin } from './types.js'

/** The plug-ins that are disabled, and custom ones. */
type PluginChoice = {
  readonly disableAdmissionPlugins?: readonly AdmissionPluginName[]
  readonly admissionPlugins?: readonly AdmissionPlugin[]
}

// Quota is charged after all other plug-ins have accepted the request.
const LAST = 'ResourceQuota'

/** Returns the chosen plug-ins, in the order they are called. */
export function choosePlugins({
  disableAdmissionPlugins: off = [],
  admissionPlugins: own = [],
}: PluginChoice): readonly AdmissionPlugin[] {
  const on = builtInPlugins.filter(({ name }) => !off.some((each) => each === name))
  return [...on.filter(({ name }) => name !== LAST), ...own, ...on.filter(({ name }) => name === LAST)]
}
