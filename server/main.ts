/** The former name of the entry point, for units that were copied from an earlier release's guide. */

// oxlint-disable-next-line import/no-unassigned-import -- it runs
import "./main.mjs";
