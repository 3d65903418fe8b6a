import { main } from "./main-program.ts";
import { PROGRAMS } from "./programs.ts";

await main(PROGRAMS);
