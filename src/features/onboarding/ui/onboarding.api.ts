import { createApi } from '../../../client/api.ts'
import { onboardingContract } from '../onboarding.contract.ts'

export const onboardingApi = createApi('onboarding', onboardingContract)

export type Onboarding = Awaited<ReturnType<typeof onboardingApi.show.call>>
