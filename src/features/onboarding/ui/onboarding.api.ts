import { createApi } from '../../../client/api.ts'
import { insightsApi } from '../../insights/ui/insights.api.ts'
import { onboardingContract } from '../onboarding.contract.ts'

const onboardingApi = createApi('onboarding', onboardingContract)

/** The key of the set-up's state. As the figures of the first screen it is fetched again after every change. */
export const onboardingKey = [...insightsApi.key(), 'onboarding']

export const onboardingQuery = () => ({
  queryKey: onboardingKey,
  queryFn: () => onboardingApi.show.call(),
})

export type Onboarding = Awaited<ReturnType<typeof onboardingApi.show.call>>
