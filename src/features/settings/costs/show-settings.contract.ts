import { needs } from '../../../shared/contract.ts'

/** The route of all settings, without their schemas: for screens that read a few of them and change none. */
export const showSettings = needs('overview.read').route({
  method: 'GET',
  path: '/admin/settings',
  summary: 'The settings of the shop',
})
