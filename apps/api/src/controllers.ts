import type { Type } from "@nestjs/common";
import { EventsController } from "./events/events.controller.ts";
import { HealthController } from "./health/health.controller.ts";

/** Every controller of the API. Adding one is its file and one line here. */
export const CONTROLLERS: readonly Type[] = [HealthController, EventsController];
