export default {
  "nav-train": ["Train", "Trainieren"],
};
