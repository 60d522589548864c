import type { DriverName } from '../../drivers.ts'
import type { DriverKind } from './driver.ts'

/** The drivers that call a provider. What `manual` does is done by people. */
const called: Partial<Record<DriverName, DriverKind>> = {}

export const driverKind = (name: DriverName): DriverKind | undefined => called[name]
