"""Plans of a whole day, learned by reward: seven days seen → 24 decisions (news scheduler, section 4.4).

Input: `Windows` of recorded hours. Output: policies, learned or not, and what their plans are worth. Seam: `Policy`,
anything that makes plans. Nothing here needs torch but `deep` and `many`, which are loaded to learn a network;
`environments` needs gymnasium.
"""

from thresher.plan.rl.learners import LEARNERS, LIGHT, check_learner, fit, missing_packages
from thresher.plan.rl.policies import Always, FixedInterval, Never, Policy, fit_interval, mean_value
from thresher.plan.rl.rewards import Reward, Rules, Shape, best_values, plan_values
from thresher.plan.rl.saving import Origin, load_policy, save_policy
from thresher.plan.rl.training import Progress, Training, Watch
from thresher.plan.rl.windows import HourlyTrack, Observations, Windows, cut_windows, make_track

__all__ = [
    "LEARNERS",
    "LIGHT",
    "Always",
    "FixedInterval",
    "HourlyTrack",
    "Never",
    "Observations",
    "Origin",
    "Policy",
    "Progress",
    "Reward",
    "Rules",
    "Shape",
    "Training",
    "Watch",
    "Windows",
    "best_values",
    "check_learner",
    "cut_windows",
    "fit",
    "fit_interval",
    "load_policy",
    "make_track",
    "mean_value",
    "missing_packages",
    "plan_values",
    "save_policy",
]
