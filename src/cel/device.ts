import type { DeviceFeatures } from './device-expression.js'
import { neededEngine } from './library.js'

/**
 * Checks the expression of a selector of devices; see the engine's function of this name.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const checkDeviceExpression = (expression: string, features: DeviceFeatures) =>
  neededEngine().checkDeviceExpression(expression, features)
