export { fact, FACT_META } from "./fact.ts";
