import { render } from "preact";
import { showScheme } from "../base/scheme.ts";
import { App } from "./app.tsx";
// oxlint-disable-next-line import/no-unassigned-import -- the build moves the style sheet out of the script
import "./style.css";

showScheme();
const app = document.querySelector("#app");
if (app) render(<App />, app);
