import { createApi } from '../../../client/api.ts'
import { staffNotificationsContract } from '../staff-notifications.contract.ts'

export const notificationsApi = createApi('staffNotifications', staffNotificationsContract)

export type NotificationState = Awaited<ReturnType<typeof notificationsApi.read.call>>
